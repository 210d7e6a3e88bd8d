/**
 * Calendar days without a zone: which exist, and when each begins in UTC.
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

/** Day zero of the next month is the last day of this one. `month` counts from 1. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The days a request may ask for: the same years as every other timestamp. */
const YEAR_MIN = 2009;
const YEAR_MAX = 2100;

/** Reads `YYYY-MM-DD`. `parameter` names what is refused, should it be. */
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

/** Whether the day is on the calendar and in the years this service serves. */
export function exists({ year, month, day }: CalendarDay): boolean {
  return [year, month, day].every(Number.isInteger) &&
    year >= YEAR_MIN && year <= YEAR_MAX &&
    month >= 1 && month <= 12 &&
    day >= 1 && day <= daysInMonth(year, month);
}

/** `YYYY-MM-DD`. */
export function toDayText({ year, month, day }: CalendarDay): string {
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** At least two digits, with a leading zero where there is only one. */
export function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
