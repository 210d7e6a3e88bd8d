/**
 * Records the target of every window when it opens, so that history is complete without requests.
 *
 * While a provider's sockets deliver, this job fetches only the targets that they missed; otherwise
 * it fetches all of them.
 *
 * @module
 */
import { Cause, Clock, Effect, Option, Result } from "effect";
import {
  ASSETS,
  INTERVALS,
  type MarketWindow,
  type Provider,
  providerOf,
  seriesOf,
  windowContaining,
} from "../../market/mod.ts";
import { LiveStream } from "./live_stream.ts";
import { TargetCache } from "../price/target_cache.ts";
import { Venue } from "../venue/venue.ts";
import { targetQuery } from "../price/target_query.ts";
import { nowSec } from "../price/opened_window.ts";
import { logFailure, recordRun, repeatJob, waits } from "../time/repeat_job.ts";

/** The name of this job on the status page. */
export const RECORD_OPENINGS = "record_openings";

/** Wait after a boundary, since a provider needs a trade, or 1 to 2 s to publish a report. */
const FIRST_CHECK_MS = 300;
/**
 * The age of a window by which its provider's sockets should have delivered its target: a report is
 * published within 2 s, and a first trade may take some seconds on a quiet market.
 */
const SOCKET_GRACE_MS: Readonly<Record<Provider, number>> = { oracle: 4_000, exchange: 6_000 };
/** The wait after a check that found missing targets, by the newest window's age. */
const RETRY_MS: ReadonlyArray<readonly [ageMsMax: number, waitMs: number]> = [
  [10_000, 400],
  [60_000, 2_000],
  [Infinity, 15_000],
];
/** The wait after a check that failed: of the store, or of anything else. */
const FAILED_MS = { store: 5_000, other: 2_000 } as const;

/**
 * Fetches the target of every open window, except those that a socket may still deliver. Returns
 * how many are missing, and when the next awaited window is due.
 */
export const recordOpenWindows = Effect.fn("recordOpenWindows")(function* () {
  const cache = yield* TargetCache;
  const venue = yield* Venue;
  const stream = yield* LiveStream;
  const nowMs = yield* Clock.currentTimeMillis;
  const atSec = yield* nowSec;
  const { calendar } = venue.profile;
  const windows = INTERVALS.map((interval) => windowContaining(calendar, interval, atSec));
  const unknown = seriesOf(ASSETS).map(({ asset, interval }) =>
    targetQuery(venue, asset, windowContaining(calendar, interval, atSec))
  ).filter((query) => cache.peek(query) === undefined);
  const dueMs = (window: MarketWindow) => {
    const provider = providerOf(window.interval);
    return window.startSec * 1000 + (stream.isLive(provider) ? SOCKET_GRACE_MS[provider] : 0);
  };
  const awaited = unknown.filter(({ window }) => nowMs < dueMs(window));
  const { results } = yield* cache.ask(unknown.filter(({ window }) => nowMs >= dueMs(window)));
  // A provider that is not set up is not a failure of this job, and retrying it is useless.
  const missing = results.filter((result) =>
    Result.isFailure(result) && result.failure._tag !== "ProviderOff"
  ).length;
  return { windows, missing, nextDueMs: Math.min(...awaited.map(({ window }) => dueMs(window))) };
});

/** Records openings in a loop: checks at each boundary, and again until nothing is missing. */
export const recordOpenings = Effect.gen(function* () {
  const stream = yield* LiveStream;
  let waitMs = 0;
  const check = Effect.gen(function* () {
    const { windows, missing, nextDueMs } = yield* recordOpenWindows();
    const nowMs = yield* Clock.currentTimeMillis;
    const isLive = stream.isLive("oracle") && stream.isLive("exchange");
    waitMs = Math.min(
      untilNextCheckMs(windows, { missing, nowMs, isLive }),
      Math.max(FIRST_CHECK_MS, nextDueMs - nowMs),
    );
    return missing === 0;
  });
  return yield* repeatJob(check, {
    schedule: waits(() => waitMs),
    clock: "service",
    failed: (cause) => {
      waitMs = Option.isSome(Cause.findErrorOption(cause)) ? FAILED_MS.store : FAILED_MS.other;
      return logFailure("Cannot record openings")(cause);
    },
    ended: recordRun(RECORD_OPENINGS),
  });
});

function untilNextCheckMs(
  windows: ReadonlyArray<MarketWindow>,
  { missing, nowMs, isLive }: {
    readonly missing: number;
    readonly nowMs: number;
    readonly isLive: boolean;
  },
): number {
  const boundaryMs = Math.min(...windows.map(({ endSec }) => endSec)) * 1000;
  const firstCheckMs = isLive ? Math.min(...Object.values(SOCKET_GRACE_MS)) : FIRST_CHECK_MS;
  const untilBoundaryMs = Math.max(0, boundaryMs - nowMs) + firstCheckMs;
  if (missing === 0) return untilBoundaryMs;
  const ageMs = nowMs - Math.max(...windows.map(({ startSec }) => startSec)) * 1000;
  const [, retryMs = 0] = RETRY_MS.find(([ageMsMax]) => ageMs < ageMsMax) ?? [];
  return Math.min(untilBoundaryMs, retryMs);
}
