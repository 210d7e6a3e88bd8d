/**
 * Instants as the secondary venue writes them: `YYYYMMDD-HHMM`, in UTC.
 *
 * @module
 */
import { Option } from "effect";
import { exists, twoDigits, UnixSec } from "../time/mod.ts";

const SHAPE = /^(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})$/;

/** Parses an expiry, a time or a scheduled start. None if no such minute exists. */
export function parseMinuteStamp(text: string): Option.Option<UnixSec> {
  const parts = SHAPE.exec(text);
  if (parts === null) return Option.none();
  const [year = 0, month = 0, day = 0, hour = 24, minute = 60] = parts.slice(1).map(Number);
  if (!exists({ year, month, day }) || hour > 23 || minute > 59) return Option.none();
  return Option.some(UnixSec(Date.UTC(year, month - 1, day, hour, minute) / 1000));
}

/** Formats the minute that contains the instant. */
export function toMinuteStamp(sec: UnixSec): string {
  const at = new Date(sec * 1000);
  const day = [at.getUTCMonth() + 1, at.getUTCDate()].map(twoDigits).join("");
  const time = [at.getUTCHours(), at.getUTCMinutes()].map(twoDigits).join("");
  return `${at.getUTCFullYear()}${day}-${time}`;
}
