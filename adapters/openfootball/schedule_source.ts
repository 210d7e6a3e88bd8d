/**
 * The schedule port over a checkout of openfootball's football.json, which anyone may redistribute.
 *
 * It has no live games and is days behind: for redistribution, and if there is no other schedule.
 *
 * @see https://github.com/openfootball/football.json (CC0)
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { type LeagueCode, SCHEDULE_LICENSE_NOTES } from "../../core/game/mod.ts";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { ScheduleDay, ScheduleSource } from "../../core/port/schedule_source.ts";
import {
  type CalendarDay,
  easternDay,
  easternDayRange,
  isInside,
  toDayText,
  twoDigits,
  UnixSec,
} from "../../core/time/mod.ts";
import { LEAGUE_FILES } from "./league_file.ts";
import type { Season } from "./season.ts";
import { makeSeasonFiles, OPENFOOTBALL } from "./season_files.ts";

/** Seasons that span a new year end in May or June, and the next is published by August. */
const CHANGE_MONTHS = [6, 7];

/** Season folders. */
interface SeasonFolders {
  /** One of these has the day if the data covers it. */
  readonly current: ReadonlyArray<string>;
  /** These may have part of it: a season that runs late or begins early. */
  readonly others: ReadonlyArray<string>;
}

/** Returns `2025-26` for a season that spans two years, `2025` for one of a calendar year. */
function seasonFoldersOf({ year, month }: CalendarDay): SeasonFolders {
  const [before, after] = [spanning(year - 1), spanning(year)];
  if (CHANGE_MONTHS.includes(month)) return { current: [before, after, String(year)], others: [] };
  return month < Math.min(...CHANGE_MONTHS)
    ? { current: [before, String(year)], others: [after] }
    : { current: [after, String(year)], others: [before] };
}

function spanning(year: number): string {
  return `${year}-${twoDigits((year + 1) % 100)}`;
}

/** `folder`: the checkout, which the operator keeps up to date. */
export interface OpenfootballScheduleOptions {
  readonly folder: string;
}

/**
 * Makes the port. Make one per process: it caches the files that it has read.
 *
 * Its leagues are those with a file for the current season at creation: the data adds some leagues
 * late, or not every year. If there is none, as without a checkout, it claims all leagues and its
 * readings fail, so that the operator notices.
 */
export const makeOpenfootballScheduleSource = Effect.fnUntraced(function* (
  { folder }: OpenfootballScheduleOptions,
) {
  const files = makeSeasonFiles(folder);
  const { current } = seasonFoldersOf(easternDay(yield* nowSec));
  const found = yield* Effect.filter(LEAGUE_FILES, ([, { code }]) => files.hasAny(code, current));
  const leagues = (found.length === 0 ? [...LEAGUE_FILES] : found).map(([league]) => league);

  const day = Effect.fn("openfootball.day")(function* (query: DayQuery) {
    const wanted = `the ${query.league} games of ${toDayText(query.day)}`;
    const file = LEAGUE_FILES.get(query.league);
    if (file === undefined) {
      return yield* failed({ reason: "refused", wanted, why: "the data has no such league" });
    }
    const { current, others } = seasonFoldersOf(query.day);
    const read = (seasons: ReadonlyArray<string>) =>
      Effect.forEach(
        seasons,
        (season) => files.read({ ...file, league: query.league, season }, wanted),
      );
    const seasons = yield* read(current);
    if (seasons.every((season) => season === undefined)) {
      const names = current.map((season) => `${season}/${file.code}.json`).join(", ");
      const why = `none of ${names} exists in ${folder}`;
      return yield* failed({ reason: "unreachable", wanted, why });
    }
    const all = [...seasons, ...yield* read(others)];
    return toScheduleDay(all, { day: query.day, nowSec: yield* nowSec });
  });

  const source: ScheduleSource = {
    name: "openfootball",
    leagues,
    redistributable: () => "yes",
    callsOf: () => 0,
    licenseNote: () => SCHEDULE_LICENSE_NOTES.openfootball,
    day,
  };
  return source;
});

const nowSec = Effect.map(Clock.currentTimeMillis, (ms) => UnixSec(Math.floor(ms / 1000)));

interface DayQuery {
  readonly league: LeagueCode;
  readonly day: CalendarDay;
}

function failed({ why, ...rest }: {
  readonly reason: "refused" | "unreachable";
  readonly wanted: string;
  readonly why: string;
}): ProviderFailed {
  return new ProviderFailed({ provider: OPENFOOTBALL, ...rest, cause: new Error(why) });
}

function toScheduleDay(
  seasons: ReadonlyArray<Season | undefined>,
  { day, nowSec }: { readonly day: CalendarDay; readonly nowSec: UnixSec },
): ScheduleDay {
  const range = easternDayRange(day);
  const date = toDayText(day);
  const found = seasons.filter((season) => season !== undefined);
  return {
    games: found.flatMap(({ fixtures }) => fixtures)
      .filter(({ kickoff }) => isInside(range, kickoff.sec))
      .map(({ at }) => at(nowSec)),
    troubles: found.flatMap(({ unread }) => unread)
      .filter((match) => match.date === null || match.date === date)
      .map(({ trouble }) => trouble),
    isWhole: true,
  };
}
