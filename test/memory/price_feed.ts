/** A price feed with prices in memory, for tests and for running without providers. @module */
import { Effect, Layer, Result } from "effect";
import { type PriceFeed, PriceFeeds, PriceMissing } from "../../core/port/price_feed.ts";
import type { Target, TargetQuery } from "../../core/price/mod.ts";

/** Creates a feed that answers with a function, one window per group. */
export function makeStagedFeed(answer: (query: TargetQuery) => Target | PriceMissing): PriceFeed {
  return {
    groups: (queries) => queries.map((query) => [query]),
    openings: (group) =>
      Effect.sync(() =>
        group.map((query) => {
          const found = answer(query);
          return found instanceof PriceMissing ? Result.fail(found) : Result.succeed(found);
        })
      ),
  };
}

/** Provides the same feed for every provider. */
export function layerMemoryPriceFeeds(feed: PriceFeed): Layer.Layer<PriceFeeds> {
  return Layer.succeed(PriceFeeds, { oracle: feed, exchange: feed });
}
