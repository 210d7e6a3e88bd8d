/**
 * Calendar days without a time zone: which days exist, and their text form.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../request.ts";

/** A day of the proleptic Gregorian calendar. `month` and `day` count from 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Returns the number of days in a month. `month` counts from 1. */
export function daysInMonth(year: number, month: number): number {
  // Day zero of the next month is the last day of this one.
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The years that a request may use: the same as for every other timestamp. */
const YEAR_MIN = 2009;
const YEAR_MAX = 2100;

/** Parses `YYYY-MM-DD`. `parameter` is the name used in a refusal. */
export function parseDay(
  input: string,
  parameter: string,
): Result.Result<CalendarDay, RequestRejected> {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(input.trim()) ?? [];
  const found = { year: Number(year), month: Number(month), day: Number(day) };
  return exists(found) ? Result.succeed(found) : Result.fail(
    new RequestRejected({ parameter, received: input, hint: "Send a real day as YYYY-MM-DD" }),
  );
}

/** Returns whether the day exists and is in the years that this service supports. */
export function exists({ year, month, day }: CalendarDay): boolean {
  return [year, month, day].every(Number.isInteger) &&
    year >= YEAR_MIN && year <= YEAR_MAX &&
    month >= 1 && month <= 12 &&
    day >= 1 && day <= daysInMonth(year, month);
}

/** Formats a day as `YYYY-MM-DD`. */
export function toDayText({ year, month, day }: CalendarDay): string {
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** Formats a number with at least two digits, adding a leading zero where needed. */
export function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
