/**
 * Fills the book with older targets, within what the providers allow.
 *
 * Nothing is kept about how far it came: a target that is stored is not asked for again, so a
 * backfill that was stopped goes on where it was.
 *
 * @module
 */
import { Effect, Option, Result, Stream } from "effect";
import {
  type Asset,
  countWindowsStartingIn,
  type Interval,
  windowsStartingIn,
} from "../market/mod.ts";
import type { OpeningFailure } from "../port/mod.ts";
import { type TimeRange, toIso } from "../time/mod.ts";
import { pastOf } from "./opened_range.ts";
import { TargetBook } from "./target_book.ts";
import { targetQuery, Venue } from "./venue.ts";

/** How far a backfill has come. Counts are windows; `failed` ones have no price, or none yet. */
export interface BackfillProgress {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Why the newest failure failed, for a person to read. */
  readonly lastFailure: string | null;
}

/** Windows a step: progress is told after each, and one look into the store is made for it. */
const STEP_WINDOWS = 20;
/** The exchange answers a thousand windows in one call, so a step is that large there. */
const EXCHANGE_STEP_WINDOWS = 1_000;

/** Progress after each step, oldest windows first. Ends when every window was tried. */
export const backfill = Effect.fn("backfill")(function* (query: {
  readonly asset: Asset;
  readonly interval: Interval;
  readonly range: TimeRange;
}) {
  const book = yield* TargetBook;
  const venue = yield* Venue;
  const { calendar } = venue.profile;
  const { startSec, endSec } = query.range;
  const texts = { startText: toIso(startSec), endText: toIso(endSec) };
  const past = yield* pastOf({ startSec, endSec, ...texts });
  const total = countWindowsStartingIn(calendar, query.interval, past);
  const stepWindows = query.interval === "1hour" || query.interval === "daily"
    ? EXCHANGE_STEP_WINDOWS
    : STEP_WINDOWS;
  const start: BackfillProgress = { total, done: 0, failed: 0, lastFailure: null };
  return Stream.fromIterable(windowsStartingIn(calendar, query.interval, past)).pipe(
    Stream.map((window) => targetQuery(venue, query.asset, window)),
    Stream.grouped(stepWindows),
    Stream.mapEffect((queries) => book.askUntil(queries, Effect.never)),
    Stream.scan(() => start, (progress, { results }) => {
      const failures = results.flatMap(failureOf);
      return {
        total,
        done: progress.done + results.length,
        failed: progress.failed + failures.length,
        lastFailure: failures.at(-1)?.message ?? progress.lastFailure,
      };
    }),
  );
});

function failureOf(
  result: Option.Option<Result.Result<unknown, OpeningFailure>>,
): ReadonlyArray<OpeningFailure> {
  return Option.match(Option.flatMap(result, Result.getFailure), {
    onNone: () => [],
    onSome: (failure) => [failure],
  });
}
