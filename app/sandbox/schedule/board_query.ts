/**
 * Reads the query of a scoreboard as the provider does, with its quirks.
 *
 * @module
 */
import { Result } from "effect";
import {
  type CalendarDay,
  DAY_SEC,
  daysInMonth,
  exists,
  utcDayRange,
} from "../../../core/time/mod.ts";
import { type Answer } from "../answer.ts";
import { type Board } from "./board_league.ts";
import { NO_EVENTS } from "./failure.ts";

/** What is asked for. */
export interface BoardQuery {
  /** US Eastern days, in order. */
  readonly days: ReadonlyArray<CalendarDay>;
  readonly limit: number;
  /** A conference; null where none was asked for. */
  readonly groups: string | null;
}

/** Not documented; leagues of a hundred games a day are asked for with a limit. */
const LIMIT_DEFAULT = 100;
/** Above this the provider gives as many as if it had not understood. */
const LIMIT_MAX = 500;
const LIMIT_OF_TOO_MANY = 25;
/** Sports that are played in cards and tournaments still take a range of days; teams do not. */
const TAKES_RANGES: ReadonlySet<string> = new Set(["mma", "tennis"]);
const RANGE_DAYS_MAX = 395;

/** Reads it. `today` is for whoever names no day. */
export function readBoardQuery(
  query: URLSearchParams,
  { board, today }: { readonly board: Board; readonly today: CalendarDay },
): Result.Result<BoardQuery, Answer> {
  const dates = query.get("dates");
  const days = dates === null ? [today] : daysOf(dates, board.sport);
  return days.length === 0 || days.length > RANGE_DAYS_MAX
    ? Result.fail(NO_EVENTS)
    : Result.succeed({ days, limit: readLimit(query.get("limit")), groups: query.get("groups") });
}

/** `YYYYMMDD`, `YYYYMM`, `YYYY`, or two of the first with a dash between; else no days. */
function daysOf(text: string, sport: string): ReadonlyArray<CalendarDay> {
  const [from = "", to, more] = text.split("-");
  if (to !== undefined && (more !== undefined || !TAKES_RANGES.has(sport))) return [];
  if (to === undefined) return daysOfPeriod(from);
  const [first] = from.length === 8 ? daysOfPeriod(from) : [];
  const [last] = to.length === 8 ? daysOfPeriod(to) : [];
  return first === undefined || last === undefined ? [] : daysBetween(first, last);
}

function daysOfPeriod(text: string): ReadonlyArray<CalendarDay> {
  const [, years, months, days] = /^(\d{4})(\d{2})?(\d{2})?$/.exec(text) ?? [];
  if (years === undefined) return [];
  const year = Number(years);
  const [month, day] = [Number(months ?? 1), Number(days ?? 1)];
  const first = { year, month, day };
  if (!exists(first)) return [];
  if (days !== undefined) return [first];
  const last = months === undefined
    ? { year, month: 12, day: 31 }
    : { year, month, day: daysInMonth(year, month) };
  return daysBetween(first, last);
}

function daysBetween(first: CalendarDay, last: CalendarDay): ReadonlyArray<CalendarDay> {
  const { startSec } = utcDayRange(first);
  const count = (utcDayRange(last).startSec - startSec) / DAY_SEC + 1;
  return Array.from({ length: Math.max(0, Math.min(count, RANGE_DAYS_MAX + 1)) }, (_, at) => {
    const date = new Date((startSec + at * DAY_SEC) * 1000);
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  });
}

function readLimit(text: string | null): number {
  if (text === null || !/^\d{1,9}$/.test(text) || Number(text) === 0) return LIMIT_DEFAULT;
  return Number(text) > LIMIT_MAX ? LIMIT_OF_TOO_MANY : Number(text);
}

/** `YYYYMMDD`. */
export function toBoardDate({ year, month, day }: CalendarDay): string {
  return `${year}${String(month).padStart(2, "0")}${String(day).padStart(2, "0")}`;
}

/** Reads `YYYYMMDD`; undefined for what is no day. */
export function parseBoardDate(text: string): CalendarDay | undefined {
  return text.length === 8 ? daysOfPeriod(text)[0] : undefined;
}
