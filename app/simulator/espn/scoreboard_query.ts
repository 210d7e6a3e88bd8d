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
import { type Answer } from "../kit/answer.ts";
import { type Scoreboard } from "./scoreboard_league.ts";
import { NO_EVENTS } from "./failure.ts";

/** The requested scoreboard. */
export interface ScoreboardQuery {
  /** US Eastern days, in order. */
  readonly days: ReadonlyArray<CalendarDay>;
  readonly limit: number;
  /** A conference; null if none was requested. */
  readonly groups: string | null;
}

/** Not documented; leagues with a hundred games a day are requested with a limit. */
const LIMIT_DEFAULT = 100;
/** Above this the provider falls back to the number below. */
const LIMIT_MAX = 500;
const LIMIT_OF_TOO_MANY = 25;
/** Sports of cards and tournaments still accept a range of days; team sports do not. */
const TAKES_RANGES: ReadonlySet<string> = new Set(["mma", "tennis"]);
const RANGE_DAYS_MAX = 395;

/** Reads the query. `today` applies when it names no day. */
export function readScoreboardQuery(
  query: URLSearchParams,
  { scoreboard, today }: { readonly scoreboard: Scoreboard; readonly today: CalendarDay },
): Result.Result<ScoreboardQuery, Answer> {
  const dates = query.get("dates");
  const days = dates === null ? [today] : daysOf(dates, scoreboard.sport);
  return days.length === 0 || days.length > RANGE_DAYS_MAX
    ? Result.fail(NO_EVENTS)
    : Result.succeed({ days, limit: readLimit(query.get("limit")), groups: query.get("groups") });
}

/** Reads `YYYYMMDD`, `YYYYMM`, `YYYY`, or two of the first joined by a dash; else no days. */
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

/** Returns `YYYYMMDD`. */
export function toScoreboardDate({ year, month, day }: CalendarDay): string {
  return `${year}${String(month).padStart(2, "0")}${String(day).padStart(2, "0")}`;
}

/** Parses `YYYYMMDD`; undefined for an invalid day. */
export function parseScoreboardDate(text: string): CalendarDay | undefined {
  return text.length === 8 ? daysOfPeriod(text)[0] : undefined;
}
