/**
 * The venue's codes of our leagues.
 *
 * @module
 */
import { type LeagueCode, LEAGUES } from "../../../core/game/mod.ts";

/**
 * The venue's codes that differ from ours. Men's college basketball has been seen under both codes.
 */
const OTHER_CODES: ReadonlyMap<LeagueCode, ReadonlyArray<string>> = new Map([
  ["ncaaf", ["cfb"]],
  ["ncaab", ["ncaab", "cbb"]],
  ["efl", ["elc"]],
  ["laliga", ["lal"]],
  ["bundesliga", ["bun"]],
  ["seriea", ["sea"]],
  ["ligue1", ["fl1"]],
  ["ligamx", ["mex"]],
  ["worldcup", ["fifwc"]],
]);

/** Returns the venue's sport codes of a league. */
export function sportCodesOf(league: LeagueCode): ReadonlyArray<string> {
  return OTHER_CODES.get(league) ?? [league];
}

const LEAGUE_BY_SPORT: ReadonlyMap<string, LeagueCode> = new Map(
  LEAGUES.flatMap((league) => sportCodesOf(league).map((code) => [code, league])),
);

/** Returns the league of a sport code of the venue; undefined if it is none of ours. */
export function leagueOfSport(code: string): LeagueCode | undefined {
  return LEAGUE_BY_SPORT.get(code);
}
