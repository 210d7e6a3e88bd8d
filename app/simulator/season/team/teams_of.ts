/**
 * The teams of every league with games.
 *
 * @module
 */
import { type LeagueCode } from "../../../../core/game/mod.ts";
import { COLLEGE_TEAMS } from "./college_teams.ts";
import { EPL_CLUBS, WSL_CLUBS } from "./english_clubs.ts";
import { LALIGA_CLUBS } from "./laliga_clubs.ts";
import { MLB_TEAMS } from "./mlb_teams.ts";
import { MLS_CLUBS } from "./mls_clubs.ts";
import { NBA_TEAMS, WNBA_TEAMS } from "./nba_teams.ts";
import { NFL_TEAMS } from "./nfl_teams.ts";
import { NHL_TEAMS } from "./nhl_teams.ts";
import { type TeamSheet } from "./team_sheet.ts";

/** The leagues with games, all year round. */
export const PLAYED_LEAGUES = [
  "nfl",
  "ncaab",
  "nba",
  "wnba",
  "mlb",
  "nhl",
  "epl",
  "laliga",
  "mls",
  "wsl",
] as const satisfies ReadonlyArray<LeagueCode>;

/** One of {@linkcode PLAYED_LEAGUES}. */
export type PlayedLeague = (typeof PLAYED_LEAGUES)[number];

/** The teams of a league, in the order of their tables. */
export const TEAMS_OF: Readonly<Record<PlayedLeague, ReadonlyArray<TeamSheet>>> = {
  nfl: NFL_TEAMS,
  ncaab: COLLEGE_TEAMS,
  nba: NBA_TEAMS,
  wnba: WNBA_TEAMS,
  mlb: MLB_TEAMS,
  nhl: NHL_TEAMS,
  epl: EPL_CLUBS,
  laliga: LALIGA_CLUBS,
  mls: MLS_CLUBS,
  wsl: WSL_CLUBS,
};

const PLAYED: ReadonlySet<string> = new Set(PLAYED_LEAGUES);

/** Returns whether a league has games. */
export function isPlayed(league: LeagueCode): league is PlayedLeague {
  return PLAYED.has(league);
}
