/**
 * Every market window that starts on one UTC day.
 *
 * @module
 */
import { Effect } from "effect";
import { type Interval, type MarketWindow, windowsStartingIn } from "../market/mod.ts";
import { type CalendarDay, utcDayRange } from "../time/mod.ts";
import { Venue } from "./venue.ts";

/** The windows of one interval, in order. */
export interface IntervalWindows {
  readonly interval: Interval;
  readonly windows: ReadonlyArray<MarketWindow>;
}

/** One list an interval, in the order asked. Never fails: a day always has its windows. */
export const dayWindows = Effect.fnUntraced(function* (
  query: { readonly day: CalendarDay; readonly intervals: ReadonlyArray<Interval> },
) {
  const { profile: { calendar } } = yield* Venue;
  const range = utcDayRange(query.day);
  return {
    range,
    intervals: query.intervals.map((interval): IntervalWindows => ({
      interval,
      windows: [...windowsStartingIn(calendar, interval, range)],
    })),
  };
});
