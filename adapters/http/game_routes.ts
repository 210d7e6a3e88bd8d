/**
 * Every route about games.
 *
 * @module
 */
import { makeGameWriter, type WriteGame } from "./game_text.ts";
import { gamesRoute } from "./games.ts";
import { leaguesRoute } from "./leagues.ts";
import { teamsRoute } from "./teams.ts";

/**
 * The routes, in the order in which the document lists them. They need a `GameBook`. A writer that
 * is given is shared with whoever else writes games, and so is what it remembers.
 */
export function gameRoutes(writeGame: WriteGame = makeGameWriter()) {
  return [gamesRoute(writeGame), teamsRoute, leaguesRoute];
}
