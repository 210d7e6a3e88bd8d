/**
 * A trade on the exchange, and the target made from it.
 *
 * @module
 */
import { type ExchangeMarket } from "./evidence.ts";
import { type Target, type TargetSource } from "./target.ts";

/** One aggregate trade. `price` and `quantity` are the exchange's decimal text. */
export interface Trade {
  readonly market: ExchangeMarket;
  readonly symbol: string;
  /** Increases by one within a symbol, so that a missed trade is detectable. */
  readonly tradeId: number;
  /** Unix milliseconds. */
  readonly tradedAtMs: number;
  readonly price: string;
  readonly priceE18: bigint;
  readonly quantity: string;
}

/** Returns the target of a window that this trade decides. `source` names the rule applied. */
export function tradeTarget(trade: Trade, source: TargetSource): Target {
  const { market, symbol, tradeId, tradedAtMs, price, priceE18, quantity } = trade;
  return {
    priceE18,
    source,
    evidence: { kind: "trade", market, symbol, tradeId, tradedAtMs, price, quantity },
  };
}
