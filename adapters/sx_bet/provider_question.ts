/**
 * The probe of SX Bet: the id of the NFL and its markets.
 *
 * @module
 */
import { Effect } from "effect";
import type { ProviderQuestion } from "../../core/port/provider_question.ts";
import { makeSxBetClient, type SxBetOptions } from "./client.ts";
import { knownLeagueIds, leagueIdsOf, sportIdOf } from "./league.ts";
import { readMarkets, UNEXPECTED_FORMAT } from "./listing.ts";
import { SX_BET, unreadable } from "./http_failure.ts";

/** Makes the question. Needs the {@linkcode ProviderWatch}. */
export const makeSxBetQuestion = Effect.fnUntraced(function* (options: SxBetOptions) {
  const client = yield* makeSxBetClient(options);
  return {
    name: SX_BET,
    asks: "the number of the NFL, and the first page of its markets",
    ask: Effect.gen(function* () {
      const { leagueIds } = leagueIdsOf("nfl", yield* client.leagues(sportIdOf("nfl")));
      const [known] = knownLeagueIds("nfl")?.leagueIds ?? [];
      if (known === undefined || !leagueIds.includes(known)) {
        return yield* unreadable(`the NFL is ${leagueIds.join(", ") || "unknown"}, not ${known}`);
      }
      const { markets } = yield* client.markets({ leagueId: known, paginationKey: undefined });
      const { games, unread } = readMarkets("nfl", markets);
      const odd = unread.find(({ why }) => why === UNEXPECTED_FORMAT);
      if (odd !== undefined) return yield* unreadable(`market ${odd.id}: ${odd.why}`);
      return `the NFL is league ${known}; ${markets.length} markets of ${games.length} games`;
    }),
  } satisfies ProviderQuestion;
});
