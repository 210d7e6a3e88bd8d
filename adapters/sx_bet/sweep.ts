/**
 * Reads every active market of an SX Bet league, page after page.
 *
 * @module
 */
import { Effect } from "effect";
import type { SxBetClient } from "./client.ts";

/** The markets found. */
export interface Sweep {
  readonly markets: ReadonlyArray<unknown>;
  /** Whether the last page was read. */
  readonly isComplete: boolean;
}

/** Far more pages than a league has ever had. */
const PAGES_MAX = 200;

/**
 * Follows the keys to the page without one. Each page begins after a key, so markets that are
 * listed or settled meanwhile move nothing. A repeated key would loop: the walk stops there,
 * incomplete.
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
