/**
 * Market windows: the half-open spans of time `[startSec, endSec)` a market is about.
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

/** One window of one interval. `endSec` is the first second that is no longer inside. */
export interface MarketWindow {
  readonly interval: Interval;
  readonly startSec: UnixSec;
  readonly endSec: UnixSec;
}

/** The window that an instant falls in. */
export function windowContaining(
  calendar: Calendar,
  interval: Interval,
  atSec: UnixSec,
): MarketWindow {
  return windowFrom(calendar, interval, gridStart(calendar[interval], atSec));
}

/** The window right after this one. */
export function windowAfter(calendar: Calendar, window: MarketWindow): MarketWindow {
  return windowFrom(calendar, window.interval, window.endSec);
}

function windowFrom(calendar: Calendar, interval: Interval, startSec: UnixSec): MarketWindow {
  return { interval, startSec, endSec: nextGridStart(calendar[interval], startSec) };
}

/** The last whole second inside the window, which is what the interface calls `timestamp_end`. */
export function lastSecOf(window: MarketWindow): UnixSec {
  return UnixSec(window.endSec - 1);
}

/** Every window that starts inside the range, in order. */
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

/** How many windows start inside the range: by division, so that a huge range costs nothing. */
export function countWindowsStartingIn(
  calendar: Calendar,
  interval: Interval,
  range: TimeRange,
): number {
  if (range.endSec <= range.startSec) return 0;
  const grid = calendar[interval];
  return gridIndex(grid, UnixSec(range.endSec - 1)) - gridIndex(grid, UnixSec(range.startSec - 1));
}
