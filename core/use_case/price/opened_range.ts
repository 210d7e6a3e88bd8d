/**
 * Validates a requested range: limits it to the past, and checks its size.
 *
 * @module
 */
import { Effect, Result } from "effect";
import {
  countWindowsStartingIn,
  type Interval,
  type MarketWindow,
  windowsStartingIn,
} from "../../market/mod.ts";
import { RequestRejected } from "../../request.ts";
import { type TimeRange, toIso, UnixSec } from "../../time/mod.ts";
import { nowSec } from "./opened_window.ts";
import { Venue } from "../venue/venue.ts";

/** A requested range, with its bounds as received for use in refusals. */
export interface RequestedRange extends TimeRange {
  readonly startText: string;
  readonly endText: string;
}

/** Returns the part of the range up to now. Refuses an empty, reversed or future range. */
export const pastOf = Effect.fnUntraced(function* (
  { startSec, endSec, startText, endText }: RequestedRange,
): Effect.fn.Return<TimeRange, RequestRejected> {
  if (endSec <= startSec) {
    return yield* new RequestRejected({
      parameter: "end",
      received: endText,
      hint: `Send an end after the start, which is ${toIso(startSec)}`,
    });
  }
  const now = yield* nowSec;
  if (startSec > now) {
    return yield* new RequestRejected({
      parameter: "start",
      received: startText,
      hint: `Send a start that has passed; it is ${toIso(now)} now`,
    });
  }
  return { startSec, endSec: UnixSec(Math.min(endSec, now + 1)) };
});

/** Refuses more items than one answer may have. `what` is the items' name in the plural. */
export function refuseTooMany(
  range: RequestedRange,
  { count, max, what }: { readonly count: number; readonly max: number; readonly what: string },
): Result.Result<void, RequestRejected> {
  if (count <= max) return Result.void;
  return Result.fail(
    new RequestRejected({
      parameter: "end",
      received: range.endText,
      hint: `The range has ${count} ${what} and an answer at most ${max}; ask for a shorter one`,
    }),
  );
}

/** Returns the windows in the range that have opened. Refuses a range with too many windows. */
export const openedWindows = Effect.fnUntraced(function* (
  interval: Interval,
  range: RequestedRange,
): Effect.fn.Return<ReadonlyArray<MarketWindow>, RequestRejected> {
  const { profile: { calendar }, rangePointsMax } = yield* Venue;
  const past = yield* pastOf(range);
  const count = countWindowsStartingIn(calendar, interval, past);
  yield* Effect.fromResult(refuseTooMany(range, { count, max: rangePointsMax, what: "windows" }));
  return [...windowsStartingIn(calendar, interval, past)];
});
