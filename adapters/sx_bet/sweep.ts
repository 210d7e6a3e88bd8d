/**
 * Every active market of a league of SX Bet, page after page.
 *
 * @module
 */
import { Effect } from "effect";
import type { SxBetClient } from "./client.ts";

/** What was met on the way. */
export interface Sweep {
  readonly markets: ReadonlyArray<unknown>;
  /** Whether the last page was read. */
  readonly isComplete: boolean;
}

/** Far more than a league has ever had. */
const PAGES_MAX = 200;

/**
 * Follows the keys to the page without one. Each page begins after a key, so what is listed or
 * settled meanwhile moves nothing. A key that comes again leads round in circles: the walk ends
 * there, and is not complete.
 */
export const sweepLeague = Effect.fn("sx_bet.sweep")(function* (
  client: SxBetClient,
  leagueId: number,
) {
  const markets: Array<unknown> = [];
  const keys = new Set<string>();
  let paginationKey: string | undefined = undefined;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const next: Effect.Success<ReturnType<SxBetClient["markets"]>> = yield* client.markets({
      leagueId,
      paginationKey,
    });
    markets.push(...next.markets);
    if (next.nextKey === undefined) return { markets, isComplete: true } satisfies Sweep;
    if (keys.has(next.nextKey)) break;
    keys.add(next.nextKey);
    paginationKey = next.nextKey;
  }
  return { markets, isComplete: false } satisfies Sweep;
});
