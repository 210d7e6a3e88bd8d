/**
 * An order that is about to be placed, of either kind.
 *
 * @module
 */
import type { LimitOrder } from "./limit_order.ts";
import type { MarketOrder } from "./market_order.ts";

/** A market order or a limit order, with its two amounts. */
export type PlacingOrder = MarketOrder | LimitOrder;

/**
 * Returns what an order may trade, in USDC times 10^6: what a BUY spends, what a SELL would get
 * now, or what a limit SELL gets at its own price.
 */
export function notionalE6(order: PlacingOrder): bigint {
  if (order.side === "BUY") return order.makerAmountE6;
  return order.kind === "market" ? order.quote.usdcE6 : order.takerAmountE6;
}
