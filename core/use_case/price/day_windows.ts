/**
 * Every market window that starts on one UTC day.
 *
 * @module
 */
import { Effect } from "effect";
import { type Interval, type MarketWindow, windowsStartingIn } from "../../market/mod.ts";
import { RequestRejected } from "../../request.ts";
import { AHEAD_SEC_MAX, type CalendarDay, utcDayRange } from "../../time/mod.ts";
import { nowSec } from "./opened_window.ts";
import { Venue } from "../venue/venue.ts";

/** The windows of one interval, in order. */
export interface IntervalWindows {
  readonly interval: Interval;
  readonly windows: ReadonlyArray<MarketWindow>;
}

/** Returns one list per interval, in query order. Refuses a day over 366 days ahead. */
export const dayWindows = Effect.fnUntraced(function* (query: {
  readonly day: CalendarDay;
  /** The parameter that carried the day or its year; `text` is the value received. */
  readonly parameter: string;
  readonly text: string;
  readonly intervals: ReadonlyArray<Interval>;
}) {
  const { profile: { calendar } } = yield* Venue;
  const range = utcDayRange(query.day);
  if (range.startSec > (yield* nowSec) + AHEAD_SEC_MAX) {
    return yield* new RequestRejected({
      parameter: query.parameter,
      received: query.text,
      hint: "Send a day at most 366 days ahead of now",
    });
  }
  return {
    range,
    intervals: query.intervals.map((interval): IntervalWindows => ({
      interval,
      windows: [...windowsStartingIn(calendar, interval, range)],
    })),
  };
});
