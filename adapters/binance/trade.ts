/**
 * Reads an aggregate trade, as it comes over REST and over sockets alike.
 *
 * @module
 */
import { Result } from "effect";
import type { ProviderFailed } from "../../core/port/mod.ts";
import type { Trade } from "../../core/price/mod.ts";
import type { ExchangeSymbol } from "./market.ts";
import type { AggTrade } from "./payload.ts";
import { readPriceE18 } from "./window_candle.ts";

/** The trade; unreadable where its price is no price. */
export function toTrade(
  symbol: ExchangeSymbol,
  { a, p, q, T }: AggTrade,
): Result.Result<Trade, ProviderFailed> {
  return Result.map(readPriceE18(p), (priceE18) => ({
    ...symbol,
    tradeId: a,
    tradedAtMs: T,
    price: p,
    priceE18,
    quantity: q,
  }));
}
