/**
 * The series in which Kalshi lists the games of each league.
 *
 * Omits leagues whose series is not confirmed: a series that does not exist returns an empty list,
 * which would wrongly prove that nothing is listed.
 *
 * @module
 */
import type { LeagueCode } from "../../core/game/mod.ts";

/** The series of one league. */
export interface LeagueSeries {
  /** The winner series: one event per game, whose ticker is the key of the game. */
  readonly main: string;
  /** Other series with one event per game and the same ticker tail. */
  readonly siblings: ReadonlyArray<string>;
}

/** Winner, spread, total and other series with the same stem. */
function games(stem: string, ...others: ReadonlyArray<string>): LeagueSeries {
  const kinds = ["SPREAD", "TOTAL", ...others];
  return { main: `${stem}GAME`, siblings: kinds.map((kind) => stem + kind) };
}

/** Contests of two persons have one series and no siblings with the same tickers. */
function contests(main: string): LeagueSeries {
  return { main, siblings: [] };
}

const SERIES: Readonly<Partial<Record<LeagueCode, LeagueSeries>>> = {
  nfl: games("KXNFL", "TEAMTOTAL"),
  ncaaf: games("KXNCAAF"),
  nba: games("KXNBA", "TEAMTOTAL"),
  wnba: games("KXWNBA"),
  ncaab: games("KXNCAAMB"),
  mlb: games("KXMLB"),
  nhl: games("KXNHL"),
  epl: games("KXEPL", "BTTS"),
  efl: games("KXEFLCHAMPIONSHIP"),
  laliga: games("KXLALIGA", "BTTS"),
  bundesliga: games("KXBUNDESLIGA", "BTTS"),
  seriea: games("KXSERIEA", "BTTS"),
  ligue1: games("KXLIGUE1", "BTTS"),
  mls: games("KXMLS", "BTTS"),
  ligamx: games("KXLIGAMX", "BTTS"),
  ucl: games("KXUCL", "BTTS"),
  uel: games("KXUEL"),
  worldcup: games("KXWC", "BTTS", "TEAMTOTAL"),
  nwsl: games("KXNWSL"),
  ufc: contests("KXUFCFIGHT"),
  atp: contests("KXATPMATCH"),
  wta: contests("KXWTAMATCH"),
};

const BY_LEAGUE: ReadonlyMap<string, LeagueSeries> = new Map(Object.entries(SERIES));

/** The leagues that can be scanned, in the order of their codes. */
export const LISTED_LEAGUES: ReadonlyArray<LeagueCode> = Object.keys(SERIES) as LeagueCode[];

/** Returns the series of a league; undefined if none is known. */
export function seriesOf(league: LeagueCode): LeagueSeries | undefined {
  return BY_LEAGUE.get(league);
}
