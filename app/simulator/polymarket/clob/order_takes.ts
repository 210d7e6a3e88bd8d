/**
 * Decides what an order takes of the offers in the book, or why it is refused.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { type Offer } from "./books.ts";
import { type Limit, matchOffers, type Want } from "./matching.ts";
import { amountsOf, isImmediate } from "./order_price.ts";
import { refuseMoney } from "./order_rules.ts";
import { type Funds, refusePayment } from "./payment.ts";
import { type PlacedOrder } from "./placed_order.ts";
import { REFUSAL } from "./refusal.ts";
import { type Take } from "./settlement.ts";
import { type TradedMarket } from "./traded_market.ts";
import { reservedFeeE6, tradingFeeE6 } from "./trading_fee.ts";

/** A checked order, and whether it may trade immediately. */
export interface Entry {
  readonly placed: PlacedOrder;
  readonly isPostOnly: boolean;
}

/** What the order meets: its open market, its payer's funds, and the offers, best first. */
export interface Ground {
  readonly market: TradedMarket;
  readonly funds: Funds;
  readonly offers: ReadonlyArray<Offer>;
}

/** Returns what the order takes, or the reason it cannot. */
export function takesOf(
  { placed, isPostOnly }: Entry,
  { market, funds, offers }: Ground,
): Result.Result<ReadonlyArray<Take>, Answer> {
  const { order, orderType, side } = placed;
  const isMarketBuy = side === "BUY" && isImmediate(placed);
  // Checked before a match, at the order's own price; resting orders never pay a fee.
  const ownFeeE6 = isMarketBuy ? tradingFeeE6(market.fee, placed) : 0n;
  const unpaid = refusePayment(placed, { ...funds, feeE6: ownFeeE6 });
  if (unpaid !== undefined) return Result.fail(unpaid);
  const { sizesE6, isComplete } = matchOffers(offers, {
    limit: { side, ...amountsOf(order) } satisfies Limit,
    want: wantOf(placed),
  });
  const takes = sizesE6.flatMap((sizeE6, i): ReadonlyArray<Take> => {
    const offer = offers[i];
    return offer === undefined ? [] : [{ offer, sizeE6 }];
  });
  if (orderType === "FOK" && !isComplete) return Result.fail(REFUSAL.killed);
  if (orderType === "FAK" && takes.length === 0) return Result.fail(REFUSAL.unmatched);
  if (isPostOnly && takes.length > 0) return Result.fail(REFUSAL.crosses);
  const taken = takes.map(({ offer: { priceE6 }, sizeE6 }) => ({ priceE6, sizeE6 }));
  const feeE6 = isMarketBuy
    ? reservedFeeE6(market.fee, taken)
    : taken.reduce((sum, each) => sum + tradingFeeE6(market.fee, each), 0n);
  const isMarketablePurchase = side === "BUY" && takes.length > 0;
  const refusal = (isMarketablePurchase ? refuseMoney(order.makerE6) : undefined) ??
    refusePayment(placed, { ...funds, feeE6 });
  return refusal === undefined ? Result.succeed(takes) : Result.fail(refusal);
}

/** Money for an immediate purchase, otherwise shares. */
function wantOf(placed: PlacedOrder): Want {
  const { order, side } = placed;
  return side === "BUY" && isImmediate(placed)
    ? { kind: "money", amountE6: order.makerE6 }
    : { kind: "shares", sizeE6: placed.sizeE6 };
}
