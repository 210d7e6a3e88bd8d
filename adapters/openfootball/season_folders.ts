/**
 * Finds the season folders that may contain a day's matches.
 *
 * @module
 */
import { type CalendarDay, twoDigits } from "../../core/time/mod.ts";

/** Seasons that span a new year end in May or June, and the next is published by August. */
const CHANGE_MONTHS = [6, 7];

/** Season folders. */
export interface SeasonFolders {
  /** One of these has the day if the data covers it. */
  readonly current: ReadonlyArray<string>;
  /** These may have part of it: a season that runs late or begins early. */
  readonly others: ReadonlyArray<string>;
}

/** Returns `2025-26` for a season that spans two years, `2025` for one of a calendar year. */
export function seasonFoldersOf({ year, month }: CalendarDay): SeasonFolders {
  const [before, after] = [spanning(year - 1), spanning(year)];
  if (CHANGE_MONTHS.includes(month)) return { current: [before, after, String(year)], others: [] };
  return month < Math.min(...CHANGE_MONTHS)
    ? { current: [before, String(year)], others: [after] }
    : { current: [after, String(year)], others: [before] };
}

function spanning(year: number): string {
  return `${year}-${twoDigits((year + 1) % 100)}`;
}
