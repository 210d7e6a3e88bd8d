/**
 * The users' resting orders in the order in which takers meet them.
 *
 * @module
 */
import { type Side } from "./market_feed.ts";
import { ONE_E6 } from "./micro_units.ts";
import { type PlacedOrder } from "./placed_order.ts";
import { otherTokenOf, type TradedMarket } from "./traded_market.ts";

/** A resting order as an offer in the book of one of its market's tokens. */
export interface QueuedMaker {
  readonly maker: PlacedOrder;
  /** The price in that book, in USDC times 10^6. */
  readonly priceE6: bigint;
}

/** A taker's side in the book of a token. */
export interface TakerView {
  readonly market: TradedMarket;
  readonly tokenId: string;
  readonly side: Side;
}

/**
 * Returns the orders that a taker can meet, the best price first, and the oldest first at a price.
 * `resting` are those of the market, oldest first.
 */
export function makerQueue(
  resting: ReadonlyArray<PlacedOrder>,
  { market, tokenId, side }: TakerView,
): ReadonlyArray<QueuedMaker> {
  const sign = side === "BUY" ? 1 : -1;
  return resting.flatMap((maker): ReadonlyArray<QueuedMaker> => {
    const isSame = maker.order.tokenId === tokenId;
    // Buying one outcome at p is selling the other at 1 - p.
    if (!isSame && otherTokenOf(market, maker.order.tokenId) !== tokenId) return [];
    if ((maker.side === side) === isSame) return [];
    return [{ maker, priceE6: isSame ? maker.priceE6 : ONE_E6 - maker.priceE6 }];
  }).sort((a, b) => sign * Number(a.priceE6 - b.priceE6));
}
