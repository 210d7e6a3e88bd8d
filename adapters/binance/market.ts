/**
 * The exchange's symbols, and the limits of its markets.
 *
 * Source: the exchange's public documentation; symbols as in the venue's resolution texts.
 *
 * @module
 */
import { type Asset, factsOf } from "../../core/market/mod.ts";
import type { ExchangeMarket } from "../../core/price/mod.ts";

/** A symbol of one market of the exchange. */
export interface ExchangeSymbol {
  readonly market: ExchangeMarket;
  readonly symbol: string;
}

/** Returns the symbol that decides an asset's 1hour and daily windows. */
export function symbolOf(asset: Asset): ExchangeSymbol {
  return {
    market: factsOf(asset).exchangeMarket,
    symbol: factsOf(asset).exchangeSymbol,
  };
}

/** A market's path and the costs of its calls. */
export interface MarketRules {
  readonly pathPrefix: string;
  /** Request weight a minute for one address. */
  readonly weightPerMinute: number;
  readonly aggTradesWeight: number;
  readonly klinesWeight: (limit: number) => number;
  /** Older trades cannot be requested. */
  readonly tradesAgeMsMax: number;
  /** The maximum time span of one request for trades. */
  readonly tradesSpanMsMax: number;
}

const HOUR_MS = 3_600_000;

/** The rules of both markets. */
export const MARKET_RULES: Readonly<Record<ExchangeMarket, MarketRules>> = {
  spot: {
    pathPrefix: "/api/v3",
    weightPerMinute: 6_000,
    aggTradesWeight: 4,
    klinesWeight: () => 2,
    tradesAgeMsMax: Infinity,
    tradesSpanMsMax: Infinity,
  },
  futures: {
    pathPrefix: "/fapi/v1",
    weightPerMinute: 2_400,
    aggTradesWeight: 20,
    klinesWeight: (limit) => limit < 100 ? 1 : limit < 500 ? 2 : limit <= 1_000 ? 5 : 10,
    // 48 h by the exchange's clock, which differs from ours, so the last minutes are not requested.
    tradesAgeMsMax: 48 * HOUR_MS - 300_000,
    tradesSpanMsMax: HOUR_MS,
  },
};

/** The maximum number of candles or trades in one answer, in both markets. */
export const ROWS_MAX = 1_000;
