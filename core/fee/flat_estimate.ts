/**
 * The fee in force since 2026-04-28: charged in USDC on both sides, on top of the cost of a BUY.
 *
 * `fee = C * rate * p * (1 - p)` in USDC, for C shares at the price p. Source: the venue's
 * documentation of fees. It does not document the rounding; half to even is our choice.
 *
 * @module
 */
import { BigDecimal } from "effect";
import { compareRatios, minus, ONE, over, times, toRatio } from "./ratio.ts";
import { roundRatio } from "./rounding.ts";
import { priceOf, type Trade } from "./trade.ts";

/** The smallest fee that is charged, in USDC: the venue counts in steps of this size. */
export const FLAT_FEE_MIN_USDC = BigDecimal.fromStringUnsafe("0.00001");

const THRESHOLD = toRatio(FLAT_FEE_MIN_USDC);
const CHARGED_ROUNDING = { scale: 5, mode: "half_even" } as const;
const ANSWER_ROUNDING = { scale: 8, mode: "half_even" } as const;
const ZERO = BigDecimal.fromBigInt(0n);

/** An estimate by the flat formula. The fee leaves the number of shares unchanged. */
export interface FlatEstimate {
  /** With 8 decimals. */
  readonly averagePrice: BigDecimal.BigDecimal;
  /** The charged fee, with 5 decimals; 0 below {@linkcode FLAT_FEE_MIN_USDC}. */
  readonly feeUsdc: BigDecimal.BigDecimal;
  /** The fee over the price, with 5 decimals. */
  readonly feeShares: BigDecimal.BigDecimal;
  /** The fee over the USDC traded: a fraction, with 8 decimals. */
  readonly effectiveRate: BigDecimal.BigDecimal;
  /** The USDC that leaves the wallet in a BUY, or reaches it in a SELL. Exact. */
  readonly netUsdc: BigDecimal.BigDecimal;
}

/** Estimates the fee of a trade. `rate` is a fraction. */
export function estimateFlatFee(trade: Trade, rate: BigDecimal.BigDecimal): FlatEstimate {
  const price = priceOf(trade);
  const usdc = toRatio(trade.usdc);
  // C * p is the USDC of the trade.
  const exact = times(times(usdc, toRatio(rate)), minus(ONE, price));
  const isCharged = compareRatios(exact, THRESHOLD) >= 0;
  const feeUsdc = isCharged ? roundRatio(exact, CHARGED_ROUNDING) : ZERO;
  const fee = toRatio(feeUsdc);
  return {
    averagePrice: roundRatio(price, ANSWER_ROUNDING),
    feeUsdc,
    feeShares: roundRatio(over(fee, price), CHARGED_ROUNDING),
    effectiveRate: roundRatio(over(fee, usdc), ANSWER_ROUNDING),
    netUsdc: trade.side === "BUY"
      ? BigDecimal.sum(trade.usdc, feeUsdc)
      : BigDecimal.subtract(trade.usdc, feeUsdc),
  };
}
