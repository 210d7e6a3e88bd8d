/**
 * The secondary venue as a platform of games: contests among its outcome markets.
 *
 * @module
 */
import { Effect, Result } from "effect";
import { unknownTermsNote } from "../../core/game/mod.ts";
import type { PlatformSource } from "../../core/port/platform_source.ts";
import type { HyperliquidClient } from "./client.ts";
import { NAMED_LEAGUES } from "./competition.ts";
import { sortListing } from "./listing.ts";

/**
 * Creates the source. One answer lists everything live in all leagues, so a scan is one call that
 * succeeds or fails for all leagues together. Settled games are not listed.
 */
export function makeHyperliquidPlatformSource(
  { outcomeMeta }: Pick<HyperliquidClient, "outcomeMeta">,
): PlatformSource {
  return {
    code: "hyperliquid",
    leagues: NAMED_LEAGUES,
    redistributable: "unknown",
    licenseNote: unknownTermsNote("Hyperliquid"),
    listsOnlyOpen: true,
    scan: Effect.fn("hyperliquid.scan")(function* ({ leagues }) {
      if (leagues.length === 0) return [];
      const listing = Result.map(yield* Effect.result(outcomeMeta), sortListing);
      return leagues.map((league) => ({
        league,
        outcome: Result.map(listing, (games) => games.of(league)),
      }));
    }),
  };
}
