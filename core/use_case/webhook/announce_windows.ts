/**
 * Tells webhooks of windows: as they open with a known target, and once their outcome is final.
 *
 * What was told is in the outbox, so a process that starts goes on where another one ended.
 *
 * @module
 */
import { Clock, Effect, Option, Queue, Result, Schedule } from "effect";
import { isWindowEvent } from "../../webhook/mod.ts";
import { providerOf } from "../../market/mod.ts";
import { type WebhookNotice, WebhookStore } from "../../port/webhook_store.ts";
import { WebhookWriter } from "../../port/webhook_writer.ts";
import type { TargetQuery } from "../../price/mod.ts";
import { TargetCache } from "../price/target_cache.ts";
import { subscribeScoped } from "../live/publisher.ts";
import { Venue } from "../venue/venue.ts";
import { targetQuery } from "../price/target_query.ts";
import { CLOSE_AFTER_MS } from "../price/window_closes.ts";
import { type WindowOutcome, windowOutcomes } from "../price/window_outcomes.ts";
import { MachineTime } from "../time/machine_time.ts";
import { recordRun, repeatJob } from "../time/repeat_job.ts";
import { announceOpenings, openingNotices } from "./announce_openings.ts";
import { withStates } from "./told_windows.ts";
import { LOOK_BACK_MS, noticeOf, wantedMoments, type WindowMoment } from "./window_series.ts";

/** The name of this job on the status page. */
export const ANNOUNCE_WINDOWS = "announce_windows";

/** Between two rounds, unless a target becomes known: of the service's clock, and at least. */
const EVERY_MS = 2_000;
const REST_MS = 100;
/** The most events that one round asks about. */
const ROUND_MAX = 200;
/** A window this old is told with what is known of its end, before it is too old to be told. */
const PATIENCE_MS = LOOK_BACK_MS - 3_600_000;
/** A provider's stream has delivered a target by then, or else it is asked for. */
const ASK_AFTER_MS = 10_000;
/** The shortest and the longest wait before a window is asked about again. */
const AGAIN_MS = { least: 1_000, most: 3_600_000 } as const;

/** What this process knows of events: which were told, and when to ask about others again. */
export interface WindowProgress {
  readonly told: Set<string>;
  /** Milliseconds of the service's clock, by the event's key. */
  readonly againMs: Map<string, number>;
}

/** Reads what was told before. */
export const readProgress = Effect.fn("readProgress")(function* () {
  const nowMs = yield* Clock.currentTimeMillis;
  const told = yield* (yield* WebhookStore).announcedKeys("window", nowMs - LOOK_BACK_MS);
  const progress: WindowProgress = { told: new Set(told), againMs: new Map() };
  return progress;
});

/** Tells what is known and was not told. Fails if the store does. Returns the number of events. */
export const announceWindowEvents = Effect.fn("announceWindowEvents")(function* (
  { told, againMs }: WindowProgress,
) {
  const store = yield* WebhookStore;
  const { profile } = yield* Venue;
  const webhooks = (yield* store.active).filter(({ events }) => events.some(isWindowEvent));
  const nowMs = Math.floor(yield* Clock.currentTimeMillis);
  const wanted = [...wantedMoments(webhooks, { calendar: profile.calendar, nowMs })];
  forgetOthers({ told, againMs }, wanted);
  const due = wanted.filter(({ key }) => !told.has(key) && (againMs.get(key) ?? 0) <= nowMs)
    .filter(({ event, window, atMs }) =>
      event === "window.opened" || nowMs - atMs >= CLOSE_AFTER_MS[providerOf(window.interval)]
    )
    .toSorted((a, b) => b.atMs - a.atMs).slice(0, ROUND_MAX);
  const notices = [...(yield* openedNotices(due, nowMs)), ...(yield* closedNotices(due, nowMs))];
  yield* store.announce(notices, Math.floor(yield* (yield* MachineTime).nowMs));
  for (const { key } of notices) told.add(key);
  for (const { key, atMs } of due) {
    if (told.has(key)) continue;
    const waitMs = Math.min(Math.max((nowMs - atMs) / 2, AGAIN_MS.least), AGAIN_MS.most);
    againMs.set(key, nowMs + waitMs);
  }
  return notices.length;
});

/** Bounds what is kept: only of events that may still have to be told. */
function forgetOthers(
  { told, againMs }: WindowProgress,
  wanted: ReadonlyArray<WindowMoment>,
): void {
  const keys = new Set(wanted.map(({ key }) => key));
  for (const key of told) if (!keys.has(key)) told.delete(key);
  for (const key of againMs.keys()) if (!keys.has(key)) againMs.delete(key);
}

/** A target that was missed, as while the service did not run, is fetched. */
const openedNotices = Effect.fnUntraced(function* (
  due: ReadonlyArray<WindowMoment>,
  nowMs: number,
) {
  const opened = due.filter(({ event }) => event === "window.opened");
  const targets = yield* targetsOf(opened, nowMs);
  const known = opened.flatMap((moment, index) => {
    const target = targets[index];
    return target === undefined ? [] : [{ moment, known: target }];
  });
  return yield* openingNotices(known, nowMs);
});

const targetsOf = Effect.fnUntraced(function* (
  moments: ReadonlyArray<WindowMoment>,
  nowMs: number,
) {
  const cache = yield* TargetCache;
  const venue = yield* Venue;
  const queries = moments.map(({ asset, window }) => targetQuery(venue, asset, window));
  const isOverdue = ({ window }: TargetQuery) => nowMs - window.startSec * 1000 >= ASK_AFTER_MS;
  const missed = queries.filter((query) => cache.peek(query) === undefined && isOverdue(query));
  if (missed.length > 0) yield* cache.ask(missed);
  return queries.map(cache.peek);
});

const closedNotices = Effect.fnUntraced(function* (
  due: ReadonlyArray<WindowMoment>,
  nowMs: number,
) {
  const closed = due.filter(({ event }) => event === "window.closed")
    .toSorted((a, b) => a.atMs - b.atMs);
  const series = Map.groupBy(closed, ({ asset, window }) => `${asset}:${window.interval}`);
  const notices: Array<WebhookNotice> = [];
  for (const moments of series.values()) {
    // One provider's trouble is not the others'.
    const found = yield* Effect.catchTags(closedOfSeries(moments, nowMs), {
      ProviderFailed: () => Effect.succeed([]),
      ProviderOff: () => Effect.succeed([]),
    });
    notices.push(...found);
  }
  return notices;
});

/** Takes moments of one series, oldest first. */
const closedOfSeries = Effect.fnUntraced(function* (
  moments: ReadonlyArray<WindowMoment>,
  nowMs: number,
) {
  const writer = yield* WebhookWriter;
  const [first] = moments;
  if (first === undefined) return [];
  const targets = yield* targetsOf(moments, nowMs);
  const { outcomes } = yield* windowOutcomes({
    asset: first.asset,
    targets: moments.map(({ window }, index) => ({
      window,
      result: Option.map(Option.fromUndefinedOr(targets[index]), (known) => Result.succeed(known)),
    })),
  });
  const ended = moments.flatMap((moment, index) => {
    const outcome: WindowOutcome = outcomes[index] ?? UNKNOWN;
    const isLate = nowMs - moment.atMs >= PATIENCE_MS;
    if (!outcome.isFinal && !isLate) return [];
    const { asset, window } = moment;
    const target = Option.fromUndefinedOr(targets[index]);
    return [{ moment, closed: { asset, window, target, ...outcome } }];
  });
  return (yield* withStates(ended)).map(({ moment, closed, state }) =>
    noticeOf(moment, writer.write({ type: "window.closed", closed, state }))
  );
});

const UNKNOWN: WindowOutcome = { closeE18: Option.none(), outcome: Option.none(), isFinal: false };

/**
 * Tells in two loops, and sooner when a target becomes known. One of them waits for no provider.
 */
export const announceWindows = Effect.gen(function* () {
  let progress: WindowProgress | undefined;
  const withProgress = Effect.fnUntraced(function* <E, R>(
    tell: (known: WindowProgress) => Effect.Effect<unknown, E, R>,
  ) {
    if (progress === undefined) {
      const read = yield* readProgress();
      progress ??= read;
    }
    yield* tell(progress);
  });
  return yield* Effect.raceFirst(
    inLoop(withProgress(({ told }) => announceOpenings(told))),
    inLoop(withProgress(announceWindowEvents), recordRun(ANNOUNCE_WINDOWS)),
  );
});

/** Runs it after every target that becomes known, and every now and then. */
const inLoop = Effect.fnUntraced(function* <E, R, R2 = never>(
  tell: Effect.Effect<void, E, R>,
  ended: (ok: boolean) => Effect.Effect<void, never, R2> = () => Effect.void,
) {
  const found = yield* Queue.sliding<void>(1);
  yield* subscribeScoped({ publishTarget: () => void Queue.offerUnsafe(found, undefined) });
  return yield* repeatJob(tell, {
    schedule: Schedule.spaced(EVERY_MS),
    clock: "service",
    // A midnight's targets come together.
    leastMs: () => REST_MS,
    wake: Queue.take(found),
    failed: (cause) => Effect.logWarning("Cannot tell webhooks of windows", cause),
    ended,
  });
}, Effect.scoped);
