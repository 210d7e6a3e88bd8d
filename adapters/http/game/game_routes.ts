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
 * Returns the routes in the order of the document. They need a `GameReadModel`. The writer caches
 * the text of games; pass one to share its cache.
 */
export function gameRoutes(writeGame: WriteGame = makeGameWriter()) {
  return [gamesRoute(writeGame), teamsRoute, leaguesRoute];
}
