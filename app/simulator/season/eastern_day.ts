/**
 * US Eastern days by number, for arithmetic on days.
 *
 * @module
 */
import {
  type CalendarDay,
  DAY_SEC,
  easternOffsetSec,
  fromEasternLocal,
  UnixSec,
} from "../../../core/time/mod.ts";

/** Returns the calendar days since 1 January 1970. */
export function dayIndexOf({ year, month, day }: CalendarDay): number {
  return Date.UTC(year, month - 1, day) / 1000 / DAY_SEC;
}

/** Returns the number of the Eastern day that contains an instant. */
export function easternDayIndexAt(atSec: UnixSec): number {
  return Math.floor((atSec + easternOffsetSec(atSec)) / DAY_SEC);
}

/** Returns the instant at which clocks show this many minutes after midnight of a day. */
export function easternMinuteSec(dayIndex: number, minute: number): UnixSec {
  return fromEasternLocal(dayIndex * DAY_SEC + minute * 60);
}
