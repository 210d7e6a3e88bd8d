/**
 * Finalizes provisional targets: the venue's metadata, published after the end of a window, confirm
 * or correct the price of the venue's site.
 *
 * @module
 */
import { Clock, Effect, Result, Schedule } from "effect";
import { type MarketWindow, windowContaining } from "../../market/mod.ts";
import { HistoryFeeds } from "../../port/history_feeds.ts";
import type { OpeningResult } from "../../port/price_feed.ts";
import { type IdentifiedTarget, type TargetId, TargetStore } from "../../port/target_store.ts";
import { mayHavePrice, targetKey } from "../../price/mod.ts";
import { TargetCache } from "./target_cache.ts";
import { idOf } from "./target_memory.ts";
import { Venue, type VenueChoice } from "../venue/venue.ts";
import { targetQuery } from "./target_query.ts";
import { logFailure, recordRun, repeatJob } from "../time/repeat_job.ts";

/** The name of this job on the status page. */
export const FINALIZE_TARGETS = "settle_targets";

/** How often provisional targets are checked. */
const CHECK_EVERY = "15 seconds";
/** The most stored targets taken over, newest first; older ones are of no use. */
const TAKE_OVER_MAX = 5_000;
/** The most targets per check, newest first. */
const CHECK_MAX = 2_000;
/**
 * The wait before the next request for a window that the metadata lacked, and after a request that
 * failed, by seconds since its end. Metadata follow the end by 21 to 143 s; holes after that
 * usually stay, and after a day the window is not requested again.
 */
const ASK_AGAIN_SEC: ReadonlyArray<
  readonly [agedSecMax: number, lackedWaitSec: number, failedWaitSec: number]
> = [
  [300, 15, 15],
  [3_600, 300, 60],
  [86_400, 3_600, 600],
];
const LATER = [Infinity, Infinity, 3_600] as const;

/** Another process may have left provisional targets, or stored some without news of them. */
const TAKE_OVER_EVERY_SEC = 120;

/** When to request each window again, in unix seconds, by target key. */
export type RetryPlan = Map<string, number>;

/**
 * Runs one check: adopts targets that another replica has finalized, and requests the metadata of
 * the due ones among the rest. Fails only if the store does.
 */
export const finalizeProvisional = Effect.fn("finalizeProvisional")(function* (plan: RetryPlan) {
  const cache = yield* TargetCache;
  const feed = (yield* HistoryFeeds).oracle;
  const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
  const queries = yield* provisionalQueries(plan);
  const stored = yield* cache.lookUp(queries);
  const open = queries.filter((query, index) =>
    stored[index]?.isProvisional === true && mayHavePrice("metadata", query, nowSec) &&
    (plan.get(targetKey(query)) ?? 0) <= nowSec
  );
  for (const group of feed.groups(open)) {
    const results = yield* feed.openings(group);
    const found: Array<IdentifiedTarget> = [];
    for (const [index, query] of group.entries()) {
      const result = results[index];
      const waitSec = waitSecAfter(nowSec - query.window.endSec, result);
      plan.set(targetKey(query), nowSec + waitSec);
      if (result === undefined || Result.isFailure(result)) continue;
      found.push({ id: idOf(query), target: result.success });
    }
    yield* cache.finalize(found);
  }
});

/** Finalizes targets in a loop, starting with those from before a restart. */
export const finalizeTargets = Effect.gen(function* () {
  const plan: RetryPlan = new Map();
  let takenOverSec = -Infinity;
  const check = Effect.gen(function* () {
    const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
    if (nowSec - takenOverSec >= TAKE_OVER_EVERY_SEC) {
      yield* takeOver;
      takenOverSec = nowSec;
    }
    yield* finalizeProvisional(plan);
  });
  return yield* repeatJob(check, {
    schedule: Schedule.spaced(CHECK_EVERY),
    clock: "service",
    failed: logFailure("Cannot finalize targets"),
    ended: recordRun(FINALIZE_TARGETS),
  });
});

/** Loads provisional targets from the store into the cache, where checks look for them. */
const takeOver = Effect.gen(function* () {
  const cache = yield* TargetCache;
  const venue = yield* Venue;
  const left = yield* (yield* TargetStore).provisional(TAKE_OVER_MAX);
  yield* cache.lookUp(left.flatMap(({ id }) => queryOf(venue, id)));
});

/** Returns the newest provisional targets, also those not due or finalized elsewhere by now. */
const provisionalQueries = Effect.fnUntraced(function* (plan: RetryPlan) {
  const cache = yield* TargetCache;
  const venue = yield* Venue;
  const queries = cache.provisional().flatMap((id) => queryOf(venue, id));
  const wanted = new Set(queries.map(targetKey));
  for (const key of plan.keys()) if (!wanted.has(key)) plan.delete(key);
  return queries.toSorted((a, b) => b.window.startSec - a.window.startSec).slice(0, CHECK_MAX);
});

/** Returns no query for a window not on the calendar: the profile may have been changed. */
function queryOf(venue: VenueChoice, { asset, interval, startSec }: TargetId) {
  const window: MarketWindow = windowContaining(venue.profile.calendar, interval, startSec);
  return window.startSec === startSec ? [targetQuery(venue, asset, window)] : [];
}

function waitSecAfter(agedSec: number, result: OpeningResult | undefined): number {
  const [, lackedWaitSec, failedWaitSec] =
    ASK_AGAIN_SEC.find(([agedSecMax]) => agedSec < agedSecMax) ?? LATER;
  const isLacked = result !== undefined && Result.isFailure(result) &&
    result.failure._tag === "PriceMissing";
  return isLacked ? lackedWaitSec : failedWaitSec;
}
