/**
 * Parses instants and days of the venue's metadata service.
 *
 * @module
 */
import { Option, Result } from "effect";
import { type CalendarDay, parseDay, UnixSec, utcDayRange } from "../../../core/time/mod.ts";

/** `2026-09-21T00:20:00Z`, `2026-09-27 20:25:00+00`: always with an offset. */
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|([+-])(\d{2}):?(\d{2})?)$/;

/** Parses an instant, dropping fractions of a second. None if it does not exist. */
export function readInstant(text: string | null | undefined): Option.Option<UnixSec> {
  const [, date = "", hour, minute, second, sign, offsetHour = "0", offsetMinute = "0"] =
    INSTANT.exec(text ?? "") ?? [];
  const parts = { hour: Number(hour), minute: Number(minute), second: Number(second) };
  const offset = { hour: Number(offsetHour), minute: Number(offsetMinute) };
  if (!isTime(parts) || !isTime({ ...offset, second: 0 })) return Option.none();
  const offsetSec = (offset.hour * 3600 + offset.minute * 60) * (sign === "-" ? -1 : 1);
  const { hour: h, minute: m, second: s } = parts;
  return Option.map(
    readDay(date),
    (day) => UnixSec(utcDayRange(day).startSec + h * 3600 + m * 60 + s - offsetSec),
  );
}

/** Parses `YYYY-MM-DD`. None if the day does not exist. */
export function readDay(text: string | null | undefined): Option.Option<CalendarDay> {
  return Result.getSuccess(parseDay(text ?? "", "eventDate"));
}

function isTime(
  { hour, minute, second }: {
    readonly hour: number;
    readonly minute: number;
    readonly second: number;
  },
): boolean {
  return hour <= 23 && minute <= 59 && second <= 59;
}
