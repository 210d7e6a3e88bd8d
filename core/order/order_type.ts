/**
 * How long an order may stay in the book.
 *
 * @module
 */

/** `FOK`: fill all of it immediately, or nothing. `FAK`: fill what is available, drop the rest. */
export const MARKET_ORDER_TYPES = ["FOK", "FAK"] as const;

/** One of {@linkcode MARKET_ORDER_TYPES}. */
export type MarketOrderType = (typeof MARKET_ORDER_TYPES)[number];

/** `GTC`: rest until it is filled or canceled. `GTD`: the same, until a given instant. */
export const RESTING_ORDER_TYPES = ["GTC", "GTD"] as const;

/** One of {@linkcode RESTING_ORDER_TYPES}. */
export type RestingOrderType = (typeof RESTING_ORDER_TYPES)[number];

/** Every type of an order. */
export const ORDER_TYPES = [...RESTING_ORDER_TYPES, ...MARKET_ORDER_TYPES] as const;

/** One of {@linkcode ORDER_TYPES}. */
export type OrderType = (typeof ORDER_TYPES)[number];

/** Whether what is not filled immediately stays in the book. */
export function canRest(orderType: OrderType): orderType is RestingOrderType {
  return orderType === "GTC" || orderType === "GTD";
}
