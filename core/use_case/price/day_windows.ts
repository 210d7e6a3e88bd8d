/**
 * Every market window that starts on one UTC day.
 *
 * @module
 */
import { Effect } from "effect";
import {
  type Interval,
  type MarketWindow,
  windowContaining,
  windowsStartingIn,
} from "../../market/mod.ts";
import { RequestRejected } from "../../request.ts";
import { AHEAD_SEC_MAX, type CalendarDay, utcDayRange } from "../../time/mod.ts";
import { nowSec } from "./opened_window.ts";
import { Venue } from "../venue/venue.ts";

/** The windows of one interval that start on the day, in order. */
export interface IntervalWindows {
  readonly interval: Interval;
  readonly windows: ReadonlyArray<MarketWindow>;
  /** The window that is open now, if it began before the day and reaches into it; else null. */
  readonly running: MarketWindow | null;
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
  const atSec = yield* nowSec;
  if (range.startSec > atSec + AHEAD_SEC_MAX) {
    return yield* new RequestRejected({
      parameter: query.parameter,
      received: query.text,
      hint: "Send a day at most 366 days ahead of now",
    });
  }
  return {
    range,
    intervals: query.intervals.map((interval): IntervalWindows => {
      const open = windowContaining(calendar, interval, atSec);
      const isRunning = open.startSec < range.startSec && range.startSec < open.endSec;
      return {
        interval,
        windows: [...windowsStartingIn(calendar, interval, range)],
        running: isRunning ? open : null,
      };
    }),
  };
});
