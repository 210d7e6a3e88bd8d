/** Instants, calendar days, time zones, and US Eastern time, which markets follow. @module */
export {
  type CalendarDay,
  daysInMonth,
  exists,
  parseDay,
  toDayText,
  twoDigits,
} from "./calendar_day.ts";
export { easternDay, easternDayRange, easternDaysOf } from "./eastern_day.ts";
export {
  addDays,
  localDayOf,
  localDayRange,
  parseTimeZone,
  startOfLocalDay,
  type TimeZone,
} from "./local_day.ts";
export { DAY_SEC, isInside, type TimeRange, utcDayRange } from "./range.ts";
export {
  AHEAD_SEC_MAX,
  EARLIEST_SEC,
  parseTimestamp,
  secOf,
  toIso,
  toIsoSeconds,
  UnixSec,
} from "./unix.ts";
export { easternOffsetSec, easternWallClock, fromEasternLocal } from "./us_eastern.ts";
