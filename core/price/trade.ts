/**
 * A trade of the exchange, and the target it gives a window.
 *
 * @module
 */
import { type ExchangeMarket } from "./evidence.ts";
import { type Target, type TargetSource } from "./target.ts";

/** One aggregate trade. `price` and `quantity` are the exchange's own decimal text. */
export interface Trade {
  readonly market: ExchangeMarket;
  readonly symbol: string;
  /** Ascending by one within a symbol, so that a missed trade shows. */
  readonly tradeId: number;
  /** Unix milliseconds. */
  readonly tradedAtMs: number;
  readonly price: string;
  readonly priceE18: bigint;
  readonly quantity: string;
}

/** The target of a window that this trade decides. `source` says by which rule it does. */
export function tradeTarget(trade: Trade, source: TargetSource): Target {
  const { market, symbol, tradeId, tradedAtMs, price, priceE18, quantity } = trade;
  return {
    priceE18,
    source,
    evidence: { kind: "trade", market, symbol, tradeId, tradedAtMs, price, quantity },
  };
}
