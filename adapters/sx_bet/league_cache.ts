/**
 * Caches the leagues of SX Bet.
 *
 * @module
 */
import { Cache, Effect, Exit } from "effect";
import type { LeagueCode } from "../../core/game/mod.ts";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { SxBetClient } from "./client.ts";
import { knownLeagueIds, type LeagueIds, leagueIdsOf, sportIdOf } from "./league.ts";

/** Looks up the SX Bet leagues of one of our leagues. */
export interface LeagueCache {
  readonly idsOf: (league: LeagueCode) => Effect.Effect<LeagueIds, ProviderFailed>;
}

/** The platform updates its leagues every ten minutes. */
const LIFE = "10 minutes";

/** Makes the cache. It asks once per sport, for all its leagues. Failures are not cached. */
export const makeLeagueCache = Effect.fnUntraced(function* (client: SxBetClient) {
  const leaguesBySport = yield* Cache.makeWith(client.leagues, {
    capacity: 32,
    timeToLive: (exit) => Exit.isSuccess(exit) ? LIFE : 0,
  });
  return {
    idsOf: (league) => {
      const known = knownLeagueIds(league);
      return known !== undefined ? Effect.succeed(known) : Effect.map(
        Cache.get(leaguesBySport, sportIdOf(league)),
        (all) => leagueIdsOf(league, all),
      );
    },
  } satisfies LeagueCache;
});
