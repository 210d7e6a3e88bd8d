/**
 * US Eastern days by number, so that one can count from day to day.
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

/** Days since 1 January 1970, as calendars count them. */
export function dayIndexOf({ year, month, day }: CalendarDay): number {
  return Date.UTC(year, month - 1, day) / 1000 / DAY_SEC;
}

/** The number of the Eastern day in which an instant lies. */
export function easternDayIndexAt(atSec: UnixSec): number {
  return Math.floor((atSec + easternOffsetSec(atSec)) / DAY_SEC);
}

/** The instant at which clocks show that many minutes after midnight of a day. */
export function easternMinuteSec(dayIndex: number, minute: number): UnixSec {
  return fromEasternLocal(dayIndex * DAY_SEC + minute * 60);
}
