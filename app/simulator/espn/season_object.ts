/**
 * The season of a game, in the provider's names.
 *
 * @module
 */
import { LEAGUE_FACTS, type LeagueCode } from "../../../core/game/mod.ts";
import { type CalendarDay } from "../../../core/time/mod.ts";

/** The season fields of an event. */
export interface SeasonObject {
  readonly year: number;
  readonly type: number;
  readonly slug: string;
}

/** European soccer uses the competition's name; other leagues play a regular season. */
const SOCCER_NAMES: ReadonlyMap<LeagueCode, string> = new Map([
  ["epl", "english-premier-league"],
  ["efl", "english-championship"],
  ["laliga", "laliga"],
  ["bundesliga", "german-bundesliga"],
  ["seriea", "italian-serie-a"],
  ["ligue1", "french-ligue-1"],
  ["wsl", "english-womens-super-league"],
]);

/** Leagues that play over New Year and are named after the year in which they end. */
const NAMED_BY_END: ReadonlySet<LeagueCode> = new Set(["nba", "ncaab", "nhl"]);

const REGULAR_SEASON = 2;
/** Soccer numbers each season of each competition separately; the numbers' meaning is unknown. */
const SOCCER_TYPE = 12_000;

/** Returns the season of a game on that day. Seasons over New Year begin in July. */
export function seasonObject(league: LeagueCode, { year, month }: CalendarDay): SeasonObject {
  const began = month >= 7 ? year : year - 1;
  const name = SOCCER_NAMES.get(league);
  const type = LEAGUE_FACTS[league].sport === "soccer" ? SOCCER_TYPE + year % 100 : REGULAR_SEASON;
  if (name !== undefined) {
    const ends = String((began + 1) % 100).padStart(2, "0");
    return { year: began, type, slug: `${began}-${ends}-${name}` };
  }
  const seasonYear = NAMED_BY_END.has(league) ? began + 1 : league === "nfl" ? began : year;
  return { year: seasonYear, type, slug: "regular-season" };
}
