/**
 * Days of the US Eastern calendar, which American sports schedules use.
 *
 * @module
 */
import { type CalendarDay } from "./calendar_day.ts";
import { DAY_SEC, type TimeRange } from "./range.ts";
import { UnixSec } from "./unix.ts";
import { easternWallClock, fromEasternLocal } from "./us_eastern.ts";

/** Returns the calendar day of an instant in New York. */
export function easternDay(atSec: UnixSec): CalendarDay {
  const { year, month, day } = easternWallClock(atSec);
  return { year, month, day };
}

/** Returns the range of an Eastern day, from midnight to midnight: 23 h, 24 h or 25 h. */
export function easternDayRange({ year, month, day }: CalendarDay): TimeRange {
  const localSec = Date.UTC(year, month - 1, day) / 1000;
  return { startSec: fromEasternLocal(localSec), endSec: fromEasternLocal(localSec + DAY_SEC) };
}

/** Returns every Eastern day that overlaps the range, in order. */
export function easternDaysOf({ startSec, endSec }: TimeRange): ReadonlyArray<CalendarDay> {
  const days: CalendarDay[] = [];
  for (let atSec = startSec; atSec < endSec;) {
    const day = easternDay(atSec);
    days.push(day);
    atSec = UnixSec(easternDayRange(day).endSec);
  }
  return days;
}
