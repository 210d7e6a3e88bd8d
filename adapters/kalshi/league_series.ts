/**
 * The series in which Kalshi lists the games of each league.
 *
 * A league whose series nobody has shown is not here: to look into a series that does not exist
 * finds nothing, and would say that nothing is listed.
 *
 * @module
 */
import type { LeagueCode } from "../../core/game/mod.ts";

/** The series of one league. */
export interface LeagueSeries {
  /** Who wins: one event a game, and the one by which the game is known. */
  readonly main: string;
  /** Others with one event a game, whose tickers end as the main one's does. */
  readonly siblings: ReadonlyArray<string>;
}

/** Winner, spread and total, and other series of the same stem. */
function games(stem: string, ...others: ReadonlyArray<string>): LeagueSeries {
  const kinds = ["SPREAD", "TOTAL", ...others];
  return { main: `${stem}GAME`, siblings: kinds.map((kind) => stem + kind) };
}

/** Contests of two persons have a series of their own and no siblings with the same tickers. */
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

/** The leagues that can be looked for, in the order of their codes. */
export const LISTED_LEAGUES: ReadonlyArray<LeagueCode> = Object.keys(SERIES) as LeagueCode[];

/** The series of a league; undefined where none is known. */
export function seriesOf(league: LeagueCode): LeagueSeries | undefined {
  return BY_LEAGUE.get(league);
}
