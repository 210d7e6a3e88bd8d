/**
 * Follows the windows of other venues: which they list, their targets as they open, and their
 * results as they close.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import {
  ASKED_AFTER_END_MS,
  isDecided,
  legKey,
  type LegRecord,
  type LegSeries,
  nextAskMs,
} from "../../leg/mod.ts";
import { Leases } from "../../port/leases.ts";
import { LegStore } from "../../port/leg_store.ts";
import { type LegVenue, LegVenues } from "../../port/leg_venue.ts";
import type { ProviderFailed } from "../../port/provider_failure.ts";
import { DAY_SEC, UnixSec } from "../../time/mod.ts";
import { logJobFailure, recordRun, repeatJob, waits } from "../time/repeat_job.ts";
import { listedLegs, logUnread, readingsOf } from "./listed_legs.ts";
import { storeChanged, storeLegs } from "./store_legs.ts";

/** The job on the status page. */
const LEGS_JOB = "window_legs";

/** A replica of several does it for all. */
const LEASE = "other venues' windows";

const HOUR_MS = 3_600_000;
/** How far a list reaches: a venue makes its markets about a day ahead. */
const AHEAD_SEC = DAY_SEC;
const BEHIND_SEC = 3_600;
/** A list may lag behind: one that lacks an open window is asked for again this long after it. */
const LISTED_LATE_MS = 5_000;
/** A list that failed is asked for again after this. */
const AGAIN_MS = 60_000;
/** The store, if it failed at the beginning, likewise. */
const LOAD_AGAIN_MS = 5_000;
/** The shortest time between two looks, in machine time. */
const LEAST_MS = 100;
/** A market that is not there so often in a row, and for so long, was withdrawn: answers lag. */
const ABSENT = { times: 3, ms: 60_000 };
/** The longest wait for the next look, on the service's clock. */
const MOST_MS = 60_000;

/** Follows all venues until interrupted. */
export const followLegs = Effect.gen(function* () {
  const venues = yield* LegVenues;
  const { whileHeld } = yield* Leases;
  return yield* whileHeld(
    LEASE,
    Effect.andThen(
      Effect.forEach(venues.filter(({ series }) => series.length > 0), followVenue, {
        concurrency: "unbounded",
        discard: true,
      }),
      Effect.never,
    ),
  );
});

/** Follows one venue, from what the store has of it. */
const followVenue = Effect.fnUntraced(function* (venue: LegVenue) {
  const clock = yield* Clock.Clock;
  const look = makeLegWatch(venue);
  return yield* repeatJob(look.run, {
    schedule: waits(() => look.waitMs(clock.currentTimeMillisUnsafe())),
    clock: "service",
    leastMs: () => LEAST_MS,
    failed: logJobFailure(LEGS_JOB),
    ended: recordRun(LEGS_JOB),
  });
});

/** Looks at a venue's windows, again and again. */
export interface LegWatch {
  /** Reads what is due, and stores it. Fails after all else was done, if something could not. */
  readonly run: Effect.Effect<
    void,
    ProviderFailed | Effect.Error<ReturnType<typeof storeLegs>>,
    Effect.Services<ReturnType<typeof storeLegs | typeof listedLegs>> | LegStore
  >;
  /** Returns how long to wait for the next look, in milliseconds of the service's clock. */
  readonly waitMs: (nowMs: number) => number;
}

/** Begins with what the store has. */
export function makeLegWatch(venue: LegVenue): LegWatch {
  const known = new Map<string, LegRecord>();
  /** When markets were asked about last. */
  const asked = new Map<string, number>();
  /** How often in a row a market was asked about that was not there, and since when. */
  const absent = new Map<string, { times: number; readonly sinceMs: number }>();
  /** When the list of a series is due. */
  const listDue = new Map<LegSeries, number>(venue.series.map((series) => [series, 0]));
  let isLoaded = false;
  let loadDueMs = 0;

  const nextOf = ([key, record]: readonly [string, LegRecord]) =>
    nextAskMs(record, asked.get(key) ?? -Infinity);

  const keep = (records: ReadonlyArray<LegRecord>) => {
    for (const record of records) known.set(legKey(record), record);
  };

  /** Takes over what the store has of windows: readers of days write there too. */
  const renew = Effect.fnUntraced(function* (records: ReadonlyArray<LegRecord>) {
    const { find } = yield* LegStore;
    const keys = new Set(records.map(legKey));
    const series = Map.groupBy(records, ({ asset, interval }) => `${asset}:${interval}`);
    for (const some of series.values()) {
      const starts = some.map(({ startSec }) => startSec);
      const endSec = UnixSec(Math.max(...starts) + 1);
      const range = { startSec: UnixSec(Math.min(...starts)), endSec };
      const [{ asset, interval }] = some as [LegRecord];
      keep((yield* find({ asset, interval, range })).filter((one) => keys.has(legKey(one))));
    }
  });

  const store = Effect.fnUntraced(function* (readings: ReadonlyArray<LegRecord>) {
    yield* renew(readings);
    keep(yield* storeLegs(readings, (key) => known.get(key)));
  });

  const load = Effect.fnUntraced(function* (nowMs: number) {
    loadDueMs = nowMs + LOAD_AGAIN_MS;
    const { find } = yield* LegStore;
    const nowSec = Math.floor(nowMs / 1000);
    const startSec = UnixSec(nowSec - ASKED_AFTER_END_MS / 1000);
    const range = { startSec, endSec: UnixSec(nowSec + 2 * AHEAD_SEC) };
    for (const { asset, interval } of venue.series) {
      const stored = yield* find({ asset, interval, range });
      const own = stored.filter((record) => record.venue === venue.venue);
      keep(own);
      for (const record of own) asked.set(legKey(record), record.seenMs);
    }
    isLoaded = true;
  });

  /** Returns when a list is due as the window that is open by then is not listed, if it is not. */
  const lackingMs = (series: LegSeries, nowMs: number): number => {
    const lacking = [...known.values()].filter(({ asset, interval, market, ...window }) =>
      market === null && asset === series.asset && interval === series.interval &&
      window.endSec * 1000 > nowMs && window.startSec * 1000 <= nowMs + HOUR_MS
    );
    const boundaries = lacking.map(({ startSec, endSec }) =>
      startSec * 1000 > nowMs ? startSec : endSec
    );
    return Math.min(...boundaries) * 1000 + LISTED_LATE_MS;
  };

  const list = Effect.fnUntraced(function* (series: LegSeries, nowMs: number) {
    listDue.set(series, nowMs + AGAIN_MS);
    const nowSec = Math.floor(nowMs / 1000);
    const range = {
      startSec: UnixSec(nowSec - BEHIND_SEC),
      endSec: UnixSec(nowSec + AHEAD_SEC),
    };
    yield* store(yield* listedLegs(venue, { series, range }));
    listDue.set(series, Math.min(nowMs + HOUR_MS, lackingMs(series, nowMs)));
  });

  const ask = Effect.fnUntraced(function* (nowMs: number) {
    const due = [...known].filter((entry) => nextOf(entry) <= nowMs);
    const ids = new Set(due.flatMap(([, { market }]) => market?.id ?? []));
    if (ids.size === 0) return;
    for (const [key] of due) asked.set(key, nowMs);
    const seen = yield* venue.current([...ids]);
    yield* logUnread(seen);
    const seenMs = yield* Clock.currentTimeMillis;
    yield* store(readingsOf(seen.seen, seenMs));
    if (seen.unread.length > 0) return;
    const there = new Set(seen.seen.map(({ id }) => legKey(id)));
    const missing: Array<LegRecord> = [];
    for (const [key, record] of due) {
      if (there.has(key)) absent.delete(key);
      else if (isGone(key, seenMs)) missing.push(record);
    }
    yield* renew(missing);
    const gone = missing.map((record) => known.get(legKey(record)) ?? record)
      .filter(({ market }) => !isDecided(market))
      .map((record) => ({ ...record, market: null, seenMs: Math.max(record.seenMs, seenMs) }));
    yield* storeChanged(gone);
    keep(gone);
    for (const { asset, interval } of gone) {
      // A list may have it all the same, and then it is asked about again.
      const own = venue.series.find((one) => one.asset === asset && one.interval === interval);
      if (own !== undefined) listDue.set(own, nowMs);
    }
  });

  /** Counts that a market is not there. Whether it was withdrawn, which begins a new count. */
  const isGone = (key: string, nowMs: number): boolean => {
    const count = absent.getOrInsertComputed(key, () => ({ times: 0, sinceMs: nowMs }));
    count.times += 1;
    return count.times >= ABSENT.times && nowMs - count.sinceMs >= ABSENT.ms && absent.delete(key);
  };

  /** Forgets windows of which nothing more is expected, and that lists no longer reach. */
  const forget = (nowMs: number) => {
    for (const entry of known) {
      const [key, { endSec }] = entry;
      if (nextOf(entry) < Infinity || endSec * 1000 > nowMs - 2 * BEHIND_SEC * 1000) continue;
      known.delete(key);
      asked.delete(key);
      absent.delete(key);
    }
  };

  const run = Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis;
    if (!isLoaded) yield* load(nowMs);
    forget(nowMs);
    // What is open or has just closed is not kept waiting by lists, but for one that hangs.
    const failures: Array<ProviderFailed> = [];
    const tried = [
      ask(nowMs),
      ...[...listDue].filter(([, dueMs]) => dueMs <= nowMs).slice(0, 1)
        .map(([series]) => list(series, nowMs)),
    ];
    for (const one of tried) {
      yield* Effect.catchTag(
        one,
        "ProviderFailed",
        (failure) => Effect.sync(() => void failures.push(failure)),
      );
    }
    const [failure] = failures;
    if (failure === undefined) return;
    // In a maintenance nothing is wrong with the venue, nor with us.
    if (yield* Effect.orElseSucceed(venue.isPaused, () => false)) return;
    return yield* failure;
  });

  const waitMs = (nowMs: number) => {
    if (!isLoaded) return Math.max(0, loadDueMs - nowMs);
    let atMs = nowMs + MOST_MS;
    for (const dueMs of listDue.values()) atMs = Math.min(atMs, dueMs);
    for (const entry of known) atMs = Math.min(atMs, nextOf(entry));
    return Math.max(0, atMs - nowMs);
  };

  return { run, waitMs };
}
