/**
 * Records the target of every window as it opens, so that history is warm without anyone asking.
 *
 * Where a provider's own stream runs, it brings the targets, and this job asks only for what the
 * stream has not brought; else it asks for all of them.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import {
  ASSETS,
  INTERVALS,
  type MarketWindow,
  type Provider,
  providerOf,
  windowContaining,
} from "../market/mod.ts";
import { JobWatch } from "../port/mod.ts";
import { LiveStream } from "./live_stream.ts";
import { TargetBook } from "./target_book.ts";
import { targetQuery, Venue } from "./venue.ts";
import { nowSec } from "./opened_window.ts";

/** The name of this job on the status page. */
export const RECORD_OPENINGS = "record_openings";

/** A provider needs a moment: a trade, or a report that takes 1 to 2 s to be published. */
const FIRST_LOOK_MS = 300;
/**
 * How old a window is when its provider's stream should have brought its target: a report is
 * published within 2 s, and a first trade may take some seconds on a quiet market.
 */
const STREAM_GRACE_MS: Readonly<Record<Provider, number>> = { oracle: 4_000, exchange: 6_000 };
/** How long to wait after a look that found something missing, by the youngest window's age. */
const RETRY_MS: ReadonlyArray<readonly [ageMsMax: number, waitMs: number]> = [
  [10_000, 400],
  [60_000, 2_000],
  [Infinity, 15_000],
];

/**
 * Asks for the target of every window that is open now, but for those that a stream may still
 * bring. Gives how many are missing, and when the next of those is to be asked for.
 */
export const recordOpenWindows = Effect.fn("recordOpenWindows")(function* () {
  const book = yield* TargetBook;
  const venue = yield* Venue;
  const stream = yield* LiveStream;
  const nowMs = yield* Clock.currentTimeMillis;
  const atSec = yield* nowSec;
  const windows = INTERVALS.map((interval) =>
    windowContaining(venue.profile.calendar, interval, atSec)
  );
  const unknown = ASSETS.flatMap((asset) =>
    windows.map((window) => targetQuery(venue, asset, window))
  ).filter((query) => book.peek(query) === undefined);
  const dueMs = (window: MarketWindow) => {
    const provider = providerOf(window.interval);
    return window.startSec * 1000 + (stream.isLive(provider) ? STREAM_GRACE_MS[provider] : 0);
  };
  const awaited = unknown.filter(({ window }) => nowMs < dueMs(window));
  const { results } = yield* book.ask(unknown.filter(({ window }) => nowMs >= dueMs(window)));
  // What the operator has not set up is not this job's failure, and no use asking for again.
  const missing = results.filter((result) =>
    Result.isFailure(result) && result.failure._tag !== "ProviderOff"
  ).length;
  return { windows, missing, nextDueMs: Math.min(...awaited.map(({ window }) => dueMs(window))) };
});

/** Records for ever: a look at each boundary, and more until nothing is missing. */
export const recordOpenings = Effect.gen(function* () {
  const jobs = yield* JobWatch;
  const stream = yield* LiveStream;
  const look = Effect.gen(function* () {
    const { windows, missing, nextDueMs } = yield* recordOpenWindows();
    const nowMs = yield* Clock.currentTimeMillis;
    yield* jobs.record({ name: RECORD_OPENINGS, lastRunAtMs: nowMs, ok: missing === 0 });
    const isLive = stream.isLive("oracle") && stream.isLive("exchange");
    yield* Effect.sleep(Math.min(
      untilNextLookMs(windows, { missing, nowMs, isLive }),
      Math.max(FIRST_LOOK_MS, nextDueMs - nowMs),
    ));
  }).pipe(
    // A store that is down is told in one line, and asked again when it may be back.
    Effect.catchTag("StoreFailed", (failure) =>
      Effect.gen(function* () {
        yield* Effect.logWarning(failure.message);
        const lastRunAtMs = yield* Clock.currentTimeMillis;
        yield* jobs.record({ name: RECORD_OPENINGS, lastRunAtMs, ok: false });
        yield* Effect.sleep("5 seconds");
      })),
    Effect.catchCause((cause) =>
      Effect.gen(function* () {
        yield* Effect.logError("Cannot record openings", cause);
        const lastRunAtMs = yield* Clock.currentTimeMillis;
        yield* jobs.record({ name: RECORD_OPENINGS, lastRunAtMs, ok: false });
        yield* Effect.sleep("2 seconds");
      })
    ),
  );
  return yield* Effect.forever(look);
});

function untilNextLookMs(
  windows: ReadonlyArray<MarketWindow>,
  { missing, nowMs, isLive }: {
    readonly missing: number;
    readonly nowMs: number;
    readonly isLive: boolean;
  },
): number {
  const boundaryMs = Math.min(...windows.map(({ endSec }) => endSec)) * 1000;
  const firstLookMs = isLive ? Math.min(...Object.values(STREAM_GRACE_MS)) : FIRST_LOOK_MS;
  const untilBoundaryMs = Math.max(0, boundaryMs - nowMs) + firstLookMs;
  if (missing === 0) return untilBoundaryMs;
  const ageMs = nowMs - Math.max(...windows.map(({ startSec }) => startSec)) * 1000;
  const [, retryMs = 0] = RETRY_MS.find(([ageMsMax]) => ageMs < ageMsMax) ?? [];
  return Math.min(untilBoundaryMs, retryMs);
}
