/**
 * Remembers for a while which leagues SX Bet has.
 *
 * @module
 */
import { Cache, Effect, Exit } from "effect";
import type { LeagueCode } from "../../core/game/mod.ts";
import type { ProviderFailed } from "../../core/port/mod.ts";
import type { SxBetClient } from "./client.ts";
import { knownPlaces, type LeaguePlaces, placesOf, sportIdOf } from "./league.ts";

/** Finds where the games of a league are listed. */
export interface LeagueBook {
  readonly places: (league: LeagueCode) => Effect.Effect<LeaguePlaces, ProviderFailed>;
}

/** The platform itself renews its leagues every ten minutes. */
const LIFE = "10 minutes";

/** Asks once a sport, however many leagues of it are looked for. A failure is not remembered. */
export const makeLeagueBook = Effect.fnUntraced(function* (client: SxBetClient) {
  const leaguesBySport = yield* Cache.makeWith(client.leagues, {
    capacity: 32,
    timeToLive: (exit) => Exit.isSuccess(exit) ? LIFE : 0,
  });
  return {
    places: (league) => {
      const known = knownPlaces(league);
      return known !== undefined ? Effect.succeed(known) : Effect.map(
        Cache.get(leaguesBySport, sportIdOf(league)),
        (all) => placesOf(league, all),
      );
    },
  } satisfies LeagueBook;
});
