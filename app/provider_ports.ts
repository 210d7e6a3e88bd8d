/**
 * Joins the providers' adapters to the ports: to swap a provider is to change a line here.
 *
 * @module
 */
import { Effect, Layer, Option, Result } from "effect";
import { makeBinanceClient } from "../adapters/binance/client.ts";
import { makeBinancePriceFeed } from "../adapters/binance/price_feed.ts";
import { makeBinancePriceHistory } from "../adapters/binance/price_history.ts";
import { makeChainlinkAccount } from "../adapters/chainlink/account.ts";
import { makeChainlinkPriceFeed } from "../adapters/chainlink/price_feed.ts";
import { makeChainlinkTwapFeed } from "../adapters/chainlink/twap_feed.ts";
import {
  type OpeningResult,
  type PriceFeed,
  PriceFeeds,
  PriceHistory,
  ProviderOff,
  TwapFeed,
} from "../core/port/mod.ts";
import type { OracleSetup, ProviderSetup } from "./live_config.ts";

/**
 * The price ports over the oracle and the exchange. One client each: the oracle's keeps the pace
 * of the account, the exchange's counts the weight.
 */
export function layerProviders(setup: ProviderSetup) {
  return Layer.unwrap(Effect.gen(function* () {
    const exchange = yield* makeBinanceClient(setup.exchange);
    const oracle = yield* oraclePorts(setup.oracle);
    return Layer.mergeAll(
      Layer.succeed(PriceFeeds, {
        oracle: oracle.priceFeed,
        exchange: makeBinancePriceFeed(exchange),
      }),
      Layer.succeed(PriceHistory, makeBinancePriceHistory(exchange)),
      Layer.succeed(TwapFeed, oracle.twapFeed),
    );
  }));
}

interface OraclePorts {
  readonly priceFeed: PriceFeed;
  readonly twapFeed: TwapFeed["Service"];
}

const oraclePorts = Effect.fnUntraced(function* (setup: OracleSetup) {
  if (Option.isNone(setup.credentials)) {
    const off = new ProviderOff({ provider: "oracle", setting: setup.missing });
    const twapFeed = { latest: () => Effect.fail(off) };
    return { priceFeed: offFeed(off), twapFeed } satisfies OraclePorts;
  }
  const account = yield* makeChainlinkAccount({ ...setup, credentials: setup.credentials.value });
  return {
    priceFeed: makeChainlinkPriceFeed(account),
    twapFeed: makeChainlinkTwapFeed(account),
  } satisfies OraclePorts;
});

/** A provider that is not set up says so to every question. */
function offFeed(off: ProviderOff): PriceFeed {
  return {
    groups: (queries) => queries.length === 0 ? [] : [queries],
    openings: (group) => Effect.succeed(group.map((): OpeningResult => Result.fail(off))),
  };
}
