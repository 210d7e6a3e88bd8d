/**
 * Records the target of every window as it opens, so that history is warm without anyone asking.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import { ASSETS, INTERVALS, type MarketWindow, windowContaining } from "../market/mod.ts";
import { JobWatch } from "../port/mod.ts";
import { nowSec } from "./opened_window.ts";
import { TargetBook } from "./target_book.ts";
import { targetQuery, Venue } from "./venue.ts";

/** The name of this job on the status page. */
export const RECORD_OPENINGS = "record_openings";

/** A provider needs a moment: a trade, or a report that takes 1 to 2 s to be published. */
const FIRST_LOOK_MS = 300;
/** How long to wait after a look that found something missing, by the youngest window's age. */
const RETRY_MS: ReadonlyArray<readonly [ageMsMax: number, waitMs: number]> = [
  [10_000, 400],
  [60_000, 2_000],
  [Infinity, 15_000],
];

/** Asks for the target of every window that is open now. Gives how many are still missing. */
export const recordOpenWindows = Effect.fn("recordOpenWindows")(function* () {
  const book = yield* TargetBook;
  const venue = yield* Venue;
  const atSec = yield* nowSec;
  const queries = ASSETS.flatMap((asset) =>
    INTERVALS.map((interval) =>
      targetQuery(venue, asset, windowContaining(venue.profile.calendar, interval, atSec))
    )
  ).filter((query) => book.peek(query) === undefined);
  const { results } = yield* book.ask(queries);
  return {
    windows: INTERVALS.map((interval) => windowContaining(venue.profile.calendar, interval, atSec)),
    // What the operator has not set up is not this job's failure, and no use asking for again.
    missing: results.filter((result) =>
      Result.isFailure(result) && result.failure._tag !== "ProviderOff"
    ).length,
  };
});

/** Records for ever: a look at each boundary, and more until nothing is missing. */
export const recordOpenings = Effect.gen(function* () {
  const jobs = yield* JobWatch;
  const look = Effect.gen(function* () {
    const { windows, missing } = yield* recordOpenWindows();
    const nowMs = yield* Clock.currentTimeMillis;
    yield* jobs.record({ name: RECORD_OPENINGS, lastRunAtMs: nowMs, ok: missing === 0 });
    yield* Effect.sleep(waitMs(windows, missing, nowMs));
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

function waitMs(windows: ReadonlyArray<MarketWindow>, missing: number, nowMs: number): number {
  const boundaryMs = Math.min(...windows.map(({ endSec }) => endSec)) * 1000;
  const untilBoundaryMs = Math.max(0, boundaryMs - nowMs) + FIRST_LOOK_MS;
  if (missing === 0) return untilBoundaryMs;
  const ageMs = nowMs - Math.max(...windows.map(({ startSec }) => startSec)) * 1000;
  const [, retryMs = 0] = RETRY_MS.find(([ageMsMax]) => ageMs < ageMsMax) ?? [];
  return Math.min(untilBoundaryMs, retryMs);
}
