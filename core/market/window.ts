/**
 * Market windows: the half-open time ranges `[startSec, endSec)` that markets cover.
 *
 * ```ts
 * const window = windowContaining(SPEC_CALENDAR, "15min", UnixSec(1_767_226_000));
 * window.startSec // 1_767_225_600
 * ```
 *
 * @module
 */
import { type TimeRange, UnixSec } from "../time/mod.ts";
import { type Calendar } from "./calendar.ts";
import { gridIndex, gridStart, nextGridStart } from "./grid.ts";
import { type Interval } from "./interval.ts";

/** One window of one interval. `endSec` is the first second after it. */
export interface MarketWindow {
  readonly interval: Interval;
  readonly startSec: UnixSec;
  readonly endSec: UnixSec;
}

/** Returns the window that contains an instant. */
export function windowContaining(
  calendar: Calendar,
  interval: Interval,
  atSec: UnixSec,
): MarketWindow {
  return windowFrom(calendar, interval, gridStart(calendar[interval], atSec));
}

/** Returns the window immediately after this one. */
export function windowAfter(calendar: Calendar, window: MarketWindow): MarketWindow {
  return windowFrom(calendar, window.interval, window.endSec);
}

function windowFrom(calendar: Calendar, interval: Interval, startSec: UnixSec): MarketWindow {
  return { interval, startSec, endSec: nextGridStart(calendar[interval], startSec) };
}

/** Returns the last whole second inside the window, the `timestamp_end` of the interface. */
export function lastSecOf(window: MarketWindow): UnixSec {
  return UnixSec(window.endSec - 1);
}

/** Yields every window that starts inside the range, in order. */
export function* windowsStartingIn(
  calendar: Calendar,
  interval: Interval,
  range: TimeRange,
): Generator<MarketWindow> {
  let window = windowContaining(calendar, interval, range.startSec);
  if (window.startSec < range.startSec) window = windowAfter(calendar, window);
  while (window.startSec < range.endSec) {
    yield window;
    window = windowAfter(calendar, window);
  }
}

/** Counts the windows that start inside the range, by division: a huge range costs no more. */
export function countWindowsStartingIn(
  calendar: Calendar,
  interval: Interval,
  range: TimeRange,
): number {
  if (range.endSec <= range.startSec) return 0;
  const grid = calendar[interval];
  return gridIndex(grid, UnixSec(range.endSec - 1)) - gridIndex(grid, UnixSec(range.startSec - 1));
}
