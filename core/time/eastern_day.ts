/**
 * Days of the US Eastern calendar, by which American schedules are kept.
 *
 * @module
 */
import { type CalendarDay } from "./calendar_day.ts";
import { DAY_SEC, type TimeRange } from "./range.ts";
import { UnixSec } from "./unix.ts";
import { easternWallClock, fromEasternLocal } from "./us_eastern.ts";

/** The day on which the instant falls in New York. */
export function easternDay(atSec: UnixSec): CalendarDay {
  const { year, month, day } = easternWallClock(atSec);
  return { year, month, day };
}

/** From its midnight to the next: 23 h, 24 h or 25 h. */
export function easternDayRange({ year, month, day }: CalendarDay): TimeRange {
  const localSec = Date.UTC(year, month - 1, day) / 1000;
  return { startSec: fromEasternLocal(localSec), endSec: fromEasternLocal(localSec + DAY_SEC) };
}

/** Every day of which some part lies in the range, in order. */
export function easternDaysOf({ startSec, endSec }: TimeRange): ReadonlyArray<CalendarDay> {
  const days: CalendarDay[] = [];
  for (let atSec = startSec; atSec < endSec;) {
    const day = easternDay(atSec);
    days.push(day);
    atSec = UnixSec(easternDayRange(day).endSec);
  }
  return days;
}
