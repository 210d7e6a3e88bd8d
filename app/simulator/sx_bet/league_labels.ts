/**
 * Sports and leagues of SX Bet, with its numbers and labels.
 *
 * @module
 */
import { LEAGUE_FACTS, type LeagueCode, type Sport } from "../../../core/game/mod.ts";

/** A league of the platform. */
export interface SxLeague {
  readonly leagueId: number;
  readonly label: string;
  readonly sportId: number;
}

/** Source: `GET /sports` in docs.sx.bet. */
export const SPORT_LABELS: ReadonlyMap<number, string> = new Map([
  [1, "Basketball"],
  [2, "Hockey"],
  [3, "Baseball"],
  [4, "Golf"],
  [5, "Soccer"],
  [6, "Tennis"],
  [7, "Mixed Martial Arts"],
  [8, "Football"],
  [9, "E Sports"],
  [11, "Rugby Union"],
  [13, "Boxing"],
  [15, "Cricket"],
  [17, "Politics"],
]);

const SPORT_ID: Readonly<Record<Sport, number>> = {
  basketball: 1,
  hockey: 2,
  baseball: 3,
  soccer: 5,
  tennis: 6,
  mma: 7,
  football: 8,
};

const league = (leagueId: number, label: string, sport: Sport): SxLeague => ({
  leagueId,
  label,
  sportId: SPORT_ID[sport],
});

/** Numbers below 9000 were observed on the platform; the others are invented. */
const LEAGUE_OF: ReadonlyMap<LeagueCode, SxLeague> = new Map([
  ["nba", league(1, "NBA", "basketball")],
  ["ncaab", league(2, "NCAA", "basketball")],
  ["nhl", league(3, "NHL", "hockey")],
  ["epl", league(29, "English Premier League", "soccer")],
  ["ucl", league(30, "Champions League_UEFA", "soccer")],
  ["ufc", league(34, "UFC", "mma")],
  ["mlb", league(171, "MLB", "baseball")],
  ["nfl", league(243, "NFL", "football")],
  ["bundesliga", league(244, "Bundesliga", "soccer")],
  ["ligue1", league(1112, "Ligue 1", "soccer")],
  ["seriea", league(1113, "Serie A", "soccer")],
  ["laliga", league(1114, "La Liga", "soccer")],
  ["wnba", league(1384, "WNBA", "basketball")],
  ["mls", league(9001, "Major League Soccer", "soccer")],
  ["uel", league(9002, "Europa League_UEFA", "soccer")],
  ["efl", league(9003, "The Championship", "soccer")],
]);

/** Leagues of the platform that are not simulated, some with similar names. */
const OTHERS: ReadonlyArray<SxLeague> = [
  league(1070, "ATP French Open", "tennis"),
  league(1191, "NPB", "baseball"),
  league(1236, "Portugal Primeira Liga", "soccer"),
  league(1389, "KBO", "baseball"),
  league(9004, "Austrian Bundesliga", "soccer"),
  league(10014, "WNBA - MVP", "basketball"),
];

/** Returns the platform's league for a simulated one, invented if it has none. */
export function sxLeagueOf(code: LeagueCode): SxLeague {
  const known = LEAGUE_OF.get(code);
  if (known !== undefined) return known;
  const { name, sport } = LEAGUE_FACTS[code];
  return league(9100 + Object.keys(LEAGUE_FACTS).indexOf(code), name, sport);
}

/** All its leagues, listed or not. */
export const SX_LEAGUES: ReadonlyArray<SxLeague> = [...LEAGUE_OF.values(), ...OTHERS];
