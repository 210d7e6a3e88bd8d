/**
 * What the venue calls our leagues.
 *
 * @module
 */
import { type LeagueCode, LEAGUES } from "../../../core/game/mod.ts";

/**
 * Where the venue's word is another than ours; elsewhere it is the same. College basketball of men
 * was seen under both words.
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

/** The sports of the venue whose games are a league's. */
export function sportCodesOf(league: LeagueCode): ReadonlyArray<string> {
  return OTHER_CODES.get(league) ?? [league];
}

const LEAGUE_BY_SPORT: ReadonlyMap<string, LeagueCode> = new Map(
  LEAGUES.flatMap((league) => sportCodesOf(league).map((code) => [code, league])),
);

/** The league of a sport of the venue; undefined for one that is none of ours. */
export function leagueOfSport(code: string): LeagueCode | undefined {
  return LEAGUE_BY_SPORT.get(code);
}
