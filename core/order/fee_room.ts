/**
 * Fee room: how much a BUY may spend of a balance that also has to cover its fee.
 *
 * The venue charges takers on top of what they spend, and refuses an order whose amount plus fee
 * exceeds the balance.
 *
 * Source: how the venue's official client, version 1.1.0, lowers the amount of a BUY when it knows
 * the balance.
 *
 * @module
 */
import type { BigDecimal } from "effect";
import {
  ceilDivision,
  fromE6,
  least,
  minus,
  ONE,
  ONE_E6,
  type Ratio,
  times,
  toRatio,
} from "../fee/mod.ts";
import { floorAmountE6 } from "./order_amount.ts";

/** A BUY at a price, and the balance that pays for it. USDC times 10^6. */
export interface FeeRoom {
  readonly amountE6: bigint;
  readonly priceE6: bigint;
  readonly balanceE6: bigint;
  /** The taker fee as a fraction: a taker pays `C * rate * p * (1 - p)` for C shares at the
   * price p. */
  readonly feeRate: BigDecimal.BigDecimal;
}

/**
 * Returns the most that the BUY may spend, in whole cents: its amount where the balance covers both
 * the amount and the fee; otherwise the balance less the fee of spending the amount or the balance,
 * whichever is smaller.
 */
export function amountWithFeeE6(room: FeeRoom): bigint {
  const { amountE6, balanceE6 } = room;
  const feeE6 = feeOfSpendingE6(least(amountE6, balanceE6), room);
  if (amountE6 + feeE6 < balanceE6) return amountE6;
  const restE6 = balanceE6 - feeE6;
  return restE6 <= 0n ? 0n : floorAmountE6(least(restE6, amountE6));
}

/** Returns the fee of spending a sum at the order's price, in USDC times 10^6, rounded up. */
export function feeOfSpendingE6(
  spentE6: bigint,
  { priceE6, feeRate }: Pick<FeeRoom, "priceE6" | "feeRate">,
): bigint {
  // C * p is what is spent.
  const share = times(toRatio(feeRate), minus(ONE, { numerator: priceE6, denominator: ONE_E6 }));
  const { numerator, denominator }: Ratio = times(toRatio(fromE6(spentE6)), share);
  return ceilDivision(numerator * ONE_E6, denominator);
}
