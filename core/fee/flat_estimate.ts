/**
 * The fee in force since 2026-04-28: charged in USDC on both sides, on top of the cost of a BUY.
 *
 * `fee = C * rate * p * (1 - p)` in USDC, for C shares at the price p. Source: the venue's
 * documentation of fees. It does not document the rounding; half to even is our choice.
 *
 * @module
 */
import { BigDecimal } from "effect";
import { compareRatios, minus, over, times, toRatio } from "./ratio.ts";
import { roundRatio } from "./rounding.ts";
import { type ExactAmounts, priceOf, type Trade } from "./trade.ts";

/** The smallest fee that is charged, in USDC: the venue counts in steps of this size. */
export const FLAT_FEE_MIN_USDC = BigDecimal.fromStringUnsafe("0.00001");

const THRESHOLD = toRatio(FLAT_FEE_MIN_USDC);
const CHARGED_ROUNDING = { scale: 5, mode: "half_even" } as const;
const ANSWER_ROUNDING = { scale: 8, mode: "half_even" } as const;
const ZERO = BigDecimal.fromBigInt(0n);

/** A fee by the flat formula. It leaves the number of shares unchanged. */
export interface FlatFee {
  /** The charged fee, with 5 decimals; 0 below {@linkcode FLAT_FEE_MIN_USDC}. */
  readonly feeUsdc: BigDecimal.BigDecimal;
  /** What the formula gives over the price, with 5 decimals; 0 where nothing is charged. */
  readonly feeShares: BigDecimal.BigDecimal;
  /** The charged fee over the USDC traded: a fraction, with 8 decimals. */
  readonly effectiveRate: BigDecimal.BigDecimal;
}

/** An estimate by the flat formula. */
export interface FlatEstimate extends FlatFee {
  /** With 8 decimals. */
  readonly averagePrice: BigDecimal.BigDecimal;
  /** The USDC that leaves the wallet in a BUY, or reaches it in a SELL. Exact. */
  readonly netUsdc: BigDecimal.BigDecimal;
}

/**
 * Returns the fee of a trade. `rate` is a fraction. What is shown is rounded once, each figure on
 * its own: the fee in shares is not that in USDC converted after its rounding.
 */
export function flatFee({ usdc, shares }: ExactAmounts, rate: BigDecimal.BigDecimal): FlatFee {
  // C * (1 - p) is the shares less the USDC.
  const exactShares = times(toRatio(rate), minus(shares, usdc));
  const exactUsdc = times(exactShares, over(usdc, shares));
  if (compareRatios(exactUsdc, THRESHOLD) < 0) {
    return { feeUsdc: ZERO, feeShares: ZERO, effectiveRate: ZERO };
  }
  const feeUsdc = roundRatio(exactUsdc, CHARGED_ROUNDING);
  return {
    feeUsdc,
    feeShares: roundRatio(exactShares, CHARGED_ROUNDING),
    effectiveRate: roundRatio(over(toRatio(feeUsdc), usdc), ANSWER_ROUNDING),
  };
}

/** Estimates the fee of a trade. `rate` is a fraction. */
export function estimateFlatFee(trade: Trade, rate: BigDecimal.BigDecimal): FlatEstimate {
  const fee = flatFee({ usdc: toRatio(trade.usdc), shares: toRatio(trade.shares) }, rate);
  return {
    ...fee,
    averagePrice: roundRatio(priceOf(trade), ANSWER_ROUNDING),
    netUsdc: trade.side === "BUY"
      ? BigDecimal.sum(trade.usdc, fee.feeUsdc)
      : BigDecimal.subtract(trade.usdc, fee.feeUsdc),
  };
}
