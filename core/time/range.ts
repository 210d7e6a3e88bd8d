/**
 * Time ranges. Every range is half-open: it includes its start and excludes its end.
 *
 * @module
 */
import { type CalendarDay } from "./calendar_day.ts";
import { UnixSec } from "./unix.ts";

/** The seconds from `startSec`, included, to `endSec`, excluded. */
export interface TimeRange {
  readonly startSec: UnixSec;
  readonly endSec: UnixSec;
}

/** The length of a UTC day, in seconds: the unix clock has no leap seconds. */
export const DAY_SEC = 86_400;

/** Returns a UTC day as a range. */
export function utcDayRange({ year, month, day }: CalendarDay): TimeRange {
  const startSec = UnixSec(Date.UTC(year, month - 1, day) / 1000);
  return { startSec, endSec: UnixSec(startSec + DAY_SEC) };
}

/** Returns whether the range contains the instant. */
export function isInside(range: TimeRange, atSec: UnixSec): boolean {
  return range.startSec <= atSec && atSec < range.endSec;
}
