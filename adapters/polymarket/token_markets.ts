/**
 * Implements {@linkcode TokenMarkets}: remembers the tokens of every market that the catalog has
 * answered, and asks it for others.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { BoundedMap } from "../../core/bounded_map.ts";
import { EventCatalog } from "../../core/port/event_catalog.ts";
import { TokenMarkets } from "../../core/port/token_markets.ts";
import type { VenueMarket } from "../../core/venue/mod.ts";
import { makePolymarketEventCatalog } from "./event_catalog.ts";
import { type GammaOptions, makeGammaClient } from "./gamma/client.ts";

/** The windows of every series of a day, and as many other markets. */
const TOKENS_MAX = 50_000;

/** Makes the port, and the catalog from which it learns. */
export const makeTokenMarkets = Effect.fnUntraced(function* (options: GammaOptions) {
  const catalog = yield* makePolymarketEventCatalog(options);
  const client = yield* makeGammaClient(options);
  const slugs = new BoundedMap<string, string>(TOKENS_MAX);
  const learn = ({ slug, outcomes }: VenueMarket) => {
    for (const { tokenId } of outcomes) {
      if (Option.isSome(tokenId)) slugs.setNewest(tokenId.value, slug);
    }
  };
  return {
    tokenMarkets: TokenMarkets.of({
      slugOf: (tokenId) => Effect.sync(() => Option.fromUndefinedOr(slugs.get(tokenId))),
      slugOfCondition: (conditionId) =>
        client.marketOfCondition(conditionId).pipe(
          Effect.tap(({ market }) => Effect.sync(() => learn(market))),
          Effect.map(({ market }) => Option.some(market.slug)),
          Effect.catchTag("NotListed", () => Effect.succeedNone),
        ),
    }),
    catalog: EventCatalog.of({
      event: (reference, freshness) =>
        Effect.tap(
          catalog.event(reference, freshness),
          ({ value, isCached }) => Effect.sync(() => isCached || value.markets.forEach(learn)),
        ),
      market: (slug, freshness) =>
        Effect.tap(
          catalog.market(slug, freshness),
          ({ value, isCached }) => Effect.sync(() => isCached || learn(value.market)),
        ),
    }),
  };
});
