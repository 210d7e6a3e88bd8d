/**
 * Lowers a BUY of nearly the whole balance, so that the balance covers its fee as well.
 *
 * @module
 */
import { BigDecimal, Effect, Option, Schema } from "effect";
import { formatDecimal } from "../fee/mod.ts";
import { amountWithFeeE6, BUY_MIN_E6, fromE6 } from "../order/mod.ts";
import { OrderVenue } from "../port/mod.ts";
import { marketFee } from "./market_fee.ts";
import { type OrderWish, type PricedWish, priceWish } from "./order_wish.ts";
import type { TradingWallet } from "./trading_wallet.ts";

/** An order on a book, and the wallet that is to pay for it. */
export interface PricedOrder {
  readonly wish: OrderWish;
  readonly wallet: TradingWallet;
  readonly priced: PricedWish;
}

/** The wallet cannot pay for the BUY, however its fee is counted. USDC times 10^6. */
export class BalanceShort extends Schema.TaggedError<BalanceShort>()("BalanceShort", {
  amountE6: Schema.BigInt,
  balanceE6: Schema.BigInt,
  /** What a BUY may spend of the balance, in whole cents: the rest is for the fee. */
  spendableE6: Schema.BigInt,
}) {
  override get message(): string {
    return `Cannot spend ${usdc(this.amountE6)}: ${this.explanation}`;
  }

  /** What there is, and what of it may be spent. */
  get explanation(): string {
    return `the wallet has ${usdc(this.balanceE6)}, of which at most ${usdc(this.spendableE6)} ` +
      "can be spent here, as the fee is paid from them as well";
  }
}

/** How often a smaller order is priced anew: each time it may reach fewer levels of the book. */
const PRICINGS_MAX = 8;
const NO_FEE = BigDecimal.fromBigInt(0n);

/**
 * The BUY priced for as much as its wallet can pay with the fee that the venue publishes; none
 * where it can pay all of it, and where the book is too steep for that to be certain.
 *
 * Fails where the wallet cannot pay even the amount itself, or less than the venue takes is left:
 * what was wished for is lowered by the fee and by nothing else.
 */
export const lowerForFee = Effect.fnUntraced(function* ({ wish, wallet, priced }: PricedOrder) {
  const { side, makerAmountE6: amountE6 } = priced.order;
  if (side !== "BUY") return Option.none<PricedWish>();
  const { holder, wallet: { signatureType } } = wallet;
  const balanceE6 = yield* (yield* OrderVenue).balanceE6({ holder, signatureType });
  const fee = yield* marketFee(priced.market.listed);
  // A rule for tags says what takers used to pay: what a market does not publish, it does not take.
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
    // The cheaper the shares, the higher the fee of what is spent: it may have to be less again.
    lowered = yield* priceWish({ ...wish, amount: fromE6(spendableE6) }, priced);
  }
  return Option.none<PricedWish>();
});

function usdc(valueE6: bigint): string {
  return `${formatDecimal(fromE6(valueE6))} USDC`;
}
