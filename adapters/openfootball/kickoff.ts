/**
 * Parses the kickoff of a match, given in the local time of its country.
 *
 * @module
 */
import { Result } from "effect";
import { DAY_SEC, parseDay, startOfLocalDay, type TimeZone, UnixSec } from "../../core/time/mod.ts";

/** The kickoff of a match. */
export interface Kickoff {
  readonly sec: UnixSec;
  /** False if only the day is known. */
  readonly isConfirmed: boolean;
  /** The earliest possible kickoff. */
  readonly notBeforeSec: UnixSec;
}

/** The hour to use if only the day is known: the middle of a soccer day. */
const PLACEHOLDER_HOUR = 15;
const HOUR_SEC = 3_600;

/** `15:00`, or with the UTC offset at the venue as in `15:00 UTC-6`. */
const TIME = /^(\d{1,2}):(\d{2})(?:\s*UTC([+-]\d{1,2})(?::(\d{2}))?)?$/;

/** Parses `2025-08-16` and `15:00`; fails with what cannot be read. */
export function parseKickoff(
  { date, time }: { readonly date: string; readonly time?: string | null | undefined },
  zone: TimeZone,
): Result.Result<Kickoff, string> {
  const read = parseDay(date, "date");
  if (Result.isFailure(read)) return Result.fail(`the date "${date.slice(0, 40)}" is invalid`);
  const day = read.success;
  const midnightSec = Date.UTC(day.year, day.month - 1, day.day) / 1000;
  if (time === undefined || time === null || time.trim() === "") {
    return Result.succeed({
      sec: toInstant(midnightSec + PLACEHOLDER_HOUR * HOUR_SEC, zone),
      isConfirmed: false,
      notBeforeSec: startOfLocalDay(zone, day),
    });
  }
  const [, hour, minute, offsetHours, offsetMinutes = "0"] = TIME.exec(time.trim()) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) {
    return Result.fail(`the time "${time.slice(0, 40)}" is invalid`);
  }
  const localSec = midnightSec + Number(hour) * HOUR_SEC + Number(minute) * 60;
  const sec = offsetHours === undefined
    ? toInstant(localSec, zone)
    : UnixSec(localSec - offsetOf(offsetHours, offsetMinutes));
  return Result.succeed({ sec, isConfirmed: true, notBeforeSec: sec });
}

/** `-6` and `30` mean six and a half hours behind UTC. */
function offsetOf(hours: string, minutes: string): number {
  const offsetSec = Math.abs(Number(hours)) * HOUR_SEC + Number(minutes) * 60;
  return hours.startsWith("-") ? -offsetSec : offsetSec;
}

/**
 * The instant of a local time, given as seconds as if it were UTC. A repeated hour means the first
 * one; a skipped time is moved past the clock change by the same amount.
 */
function toInstant(localSec: number, { offsetSec }: TimeZone): UnixSec {
  // No zone is further from UTC than a day, nor changes twice within two.
  const before = localSec - offsetSec(localSec - DAY_SEC);
  const after = localSec - offsetSec(localSec + DAY_SEC);
  const exact = [before, after].find((atSec) => atSec + offsetSec(atSec) === localSec);
  return UnixSec(exact ?? before);
}
