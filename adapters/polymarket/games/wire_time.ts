/**
 * Instants and days as the venue's metadata service writes them.
 *
 * @module
 */
import { Option, Result } from "effect";
import { type CalendarDay, parseDay, UnixSec, utcDayRange } from "../../../core/time/mod.ts";

/** `2026-09-21T00:20:00Z`, `2026-09-27 20:25:00+00`: with an offset always. */
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|([+-])(\d{2}):?(\d{2})?)$/;

/** Reads an instant; parts below a second are dropped. None for one that no calendar has. */
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

/** Reads `YYYY-MM-DD`; none for a day that no calendar has. */
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
