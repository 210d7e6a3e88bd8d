/**
 * Lowers a BUY of nearly the whole balance, so that the balance covers its fee as well.
 *
 * @module
 */
import { type BigDecimal, Effect, Option } from "effect";
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

/** How much of its balance a wallet can spend in a market. USDC times 10^6. */
export interface SpendableBalance {
  readonly balanceE6: bigint;
  /** What a BUY may spend, in whole cents: the rest is for the fee. */
  readonly spendableE6: bigint;
}

/** What a BUY may spend, for the venue's balance of its wallet. */
export const spendableFor = Effect.fnUntraced(function* (
  { wallet: { holder, wallet: { signatureType } }, priced }: PricedOrder,
) {
  const balanceE6 = yield* (yield* OrderVenue).balanceE6({ holder, signatureType });
  const { rate } = yield* marketFee(priced.market.listed);
  const { order: { makerAmountE6, priceE6: worstE6 }, book: { asks: [best] } } = priced;
  // The cheaper the shares, the higher the fee of what is spent: the best level has the highest.
  const priceE6 = best?.priceE6 ?? worstE6;
  const room = { amountE6: makerAmountE6, priceE6, balanceE6, feeRate: rate };
  return { balanceE6, spendableE6: amountWithFeeE6(room) } satisfies SpendableBalance;
});

/**
 * The BUY priced anew for as much as its wallet can pay with the fee; none where it can pay all of
 * it, or not even the amount itself: what was wished for is lowered by the fee and by nothing else.
 */
export const lowerForFee = Effect.fnUntraced(function* (order: PricedOrder) {
  const { wish, priced } = order;
  const { side, makerAmountE6 } = priced.order;
  if (side !== "BUY") return Option.none<PricedWish>();
  const { balanceE6, spendableE6 } = yield* spendableFor(order);
  const isLowered = spendableE6 < makerAmountE6 && balanceE6 >= makerAmountE6;
  if (!isLowered || spendableE6 < BUY_MIN_E6) return Option.none<PricedWish>();
  const amount: BigDecimal.BigDecimal = fromE6(spendableE6);
  return Option.some(yield* priceWish({ ...wish, amount }, priced));
});
