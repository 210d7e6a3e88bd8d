/**
 * Lowers a BUY of nearly the whole balance, so that the balance also covers its fee.
 *
 * @module
 */
import { BigDecimal, Effect, Option, Schema } from "effect";
import { formatDecimal, fromE6 } from "../../fee/mod.ts";
import { amountWithFeeE6, BUY_MIN_E6 } from "../../order/mod.ts";
import { OrderVenue } from "../../port/order_venue.ts";
import { marketFee } from "../fee/market_fee.ts";
import { type PricedMarketOrder, priceOnBook } from "./price_order.ts";
import type { TradingWallet } from "./trading_wallet.ts";

/** The wallet cannot pay for the BUY, however its fee is counted. Amounts are USDC times 10^6. */
export class BalanceShort extends Schema.TaggedError<BalanceShort>()("BalanceShort", {
  amountE6: Schema.BigInt,
  balanceE6: Schema.BigInt,
  /** What a BUY may spend of the balance, in whole cents; the rest pays the fee. */
  spendableE6: Schema.BigInt,
}) {
  override get message(): string {
    return `Cannot spend ${usdc(this.amountE6)}: ${this.explanation}`;
  }

  /** The balance, and how much of it a BUY may spend. */
  get explanation(): string {
    return `the wallet has ${usdc(this.balanceE6)}, of which at most ${usdc(this.spendableE6)} ` +
      "can be spent here, because the balance also pays the fee";
  }
}

/** The most times a smaller order is repriced: each time it may reach fewer levels of the book. */
const PRICINGS_MAX = 8;
const NO_FEE = BigDecimal.fromBigInt(0n);

/**
 * Reprices a BUY for the most that its wallet can pay together with the fee that the venue
 * publishes. None where the wallet can pay all of it, and where the book is too steep to be
 * certain.
 *
 * Fails where the wallet cannot pay even the amount itself, or where less than the venue's minimum
 * is left: the requested amount is lowered by the fee and by nothing else.
 */
export const lowerForFee = Effect.fnUntraced(function* (
  priced: PricedMarketOrder,
  { holder, wallet: { signatureType } }: TradingWallet,
) {
  const { side, makerAmountE6: amountE6 } = priced.order;
  if (side !== "BUY") return Option.none<PricedMarketOrder>();
  const balanceE6 = yield* (yield* OrderVenue).balanceE6({ holder, signatureType });
  const fee = yield* marketFee(priced.market.listed);
  // A fee rule by tags states what takers paid in the past. A fee that the market does not publish
  // is not charged.
  const feeRate = Option.contains(fee.source, "venue") ? fee.rate : NO_FEE;
  let lowered = priced;
  for (let pricings = 0; pricings < PRICINGS_MAX; pricings += 1) {
    const { makerAmountE6, priceE6 } = lowered.order;
    const spendableE6 = amountWithFeeE6({ amountE6: makerAmountE6, priceE6, balanceE6, feeRate });
    if (spendableE6 === makerAmountE6) {
      return Option.filter(Option.some(lowered), () => lowered !== priced);
    }
    if (balanceE6 < amountE6 || spendableE6 < BUY_MIN_E6) {
      return yield* new BalanceShort({ amountE6, balanceE6, spendableE6 });
    }
    // Cheaper shares mean a higher fee on the same sum, so the amount may have to drop again.
    const request = { ...priced.request, amount: fromE6(spendableE6) };
    lowered = yield* priceOnBook({ ...priced, request });
  }
  return Option.none<PricedMarketOrder>();
});

function usdc(valueE6: bigint): string {
  return `${formatDecimal(fromE6(valueE6))} USDC`;
}
