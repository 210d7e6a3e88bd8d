/**
 * Parses an aggregate trade, the same over REST and sockets.
 *
 * @module
 */
import { Result } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { Trade } from "../../core/price/mod.ts";
import type { ExchangeSymbol } from "./market.ts";
import type { AggTrade } from "./payload.ts";
import { readPriceE18 } from "./window_candle.ts";

/** Returns the trade; fails as unreadable if its price is invalid. */
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
