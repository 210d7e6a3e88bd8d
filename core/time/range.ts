/**
 * Spans of time. Every one is half-open: the start is inside, the end is not.
 *
 * @module
 */
import { type CalendarDay } from "./calendar_day.ts";
import { UnixSec } from "./unix.ts";

/** The seconds from `startSec` up to, but without, `endSec`. */
export interface TimeRange {
  readonly startSec: UnixSec;
  readonly endSec: UnixSec;
}

/** Length of a UTC day: the unix clock has no leap seconds. */
export const DAY_SEC = 86_400;

/** The UTC day as a range. */
export function utcDayRange({ year, month, day }: CalendarDay): TimeRange {
  const startSec = UnixSec(Date.UTC(year, month - 1, day) / 1000);
  return { startSec, endSec: UnixSec(startSec + DAY_SEC) };
}

/** Whether the instant lies inside. */
export function isInside(range: TimeRange, atSec: UnixSec): boolean {
  return range.startSec <= atSec && atSec < range.endSec;
}
