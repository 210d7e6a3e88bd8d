/**
 * Joins the providers' adapters to the ports: to swap a provider is to change a line here.
 *
 * @module
 */
import { Effect, Layer, Option, Result } from "effect";
import { makeBinanceClient } from "../adapters/binance/client.ts";
import { makeBinancePriceFeed } from "../adapters/binance/price_feed.ts";
import { makeBinancePriceHistory } from "../adapters/binance/price_history.ts";
import { makeChainlinkPriceFeed } from "../adapters/chainlink/price_feed.ts";
import {
  type OpeningResult,
  type PriceFeed,
  PriceFeeds,
  PriceHistory,
  ProviderOff,
} from "../core/port/mod.ts";
import type { OracleSetup, ProviderSetup } from "./live_config.ts";

/** The price ports over the oracle and the exchange. One exchange client: it counts the weight. */
export function layerProviders(setup: ProviderSetup) {
  return Layer.unwrap(Effect.gen(function* () {
    const exchange = yield* makeBinanceClient(setup.exchange);
    const oracle = yield* oracleFeed(setup.oracle);
    return Layer.mergeAll(
      Layer.succeed(PriceFeeds, { oracle, exchange: makeBinancePriceFeed(exchange) }),
      Layer.succeed(PriceHistory, makeBinancePriceHistory(exchange)),
    );
  }));
}

function oracleFeed(setup: OracleSetup) {
  return Option.match(setup.credentials, {
    onNone: () => Effect.succeed(offFeed("oracle", setup.missing)),
    onSome: (credentials) => makeChainlinkPriceFeed({ ...setup, credentials }),
  });
}

/** A provider that is not set up says so to every question. */
function offFeed(provider: string, setting: string): PriceFeed {
  const off = Result.fail(new ProviderOff({ provider, setting }));
  return {
    groups: (queries) => queries.length === 0 ? [] : [queries],
    openings: (group) => Effect.succeed(group.map((): OpeningResult => off)),
  };
}
