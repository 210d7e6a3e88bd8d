/**
 * The fee as it is since 2026-04-28: charged in USDC on both sides, on top of what a BUY costs.
 *
 * `fee = C * rate * p * (1 - p)` in USDC, for C shares at the price p. Source: the venue's
 * documentation of fees. How it rounds is not written anywhere; half to even is our choice.
 *
 * @module
 */
import { BigDecimal } from "effect";
import { compareRatios, minus, ONE, over, roundRatio, times, toRatio } from "./ratio.ts";
import { priceOf, type Trade } from "./trade.ts";

/** A fee below is not charged, in USDC: the venue counts in steps of this size. */
export const FLAT_FEE_MIN_USDC = BigDecimal.fromStringUnsafe("0.00001");

const THRESHOLD = toRatio(FLAT_FEE_MIN_USDC);
const CHARGED = { scale: 5, mode: "half_even" } as const;
const SHOWN = { scale: 8, mode: "half_even" } as const;
const ZERO = BigDecimal.fromBigInt(0n);

/** Shares are not touched. */
export interface FlatEstimate {
  /** With 8 decimals. */
  readonly averagePrice: BigDecimal.BigDecimal;
  /** With 5 decimals, as it is charged; 0 below {@linkcode FLAT_FEE_MIN_USDC}. */
  readonly feeUsdc: BigDecimal.BigDecimal;
  /** The fee over the price, with 5 decimals. */
  readonly feeShares: BigDecimal.BigDecimal;
  /** The fee over the USDC traded: a fraction, with 8 decimals. */
  readonly effectiveRate: BigDecimal.BigDecimal;
  /** What leaves the wallet in a BUY, or reaches it in a SELL. Exact. */
  readonly netUsdc: BigDecimal.BigDecimal;
}

/** The estimate for a trade at a rate, which is a fraction. */
export function estimateFlatFee(trade: Trade, rate: BigDecimal.BigDecimal): FlatEstimate {
  const price = priceOf(trade);
  const usdc = toRatio(trade.usdc);
  // C * p is the USDC of the trade.
  const exact = times(times(usdc, toRatio(rate)), minus(ONE, price));
  const isCharged = compareRatios(exact, THRESHOLD) >= 0;
  const feeUsdc = isCharged ? roundRatio(exact, CHARGED) : ZERO;
  const fee = toRatio(feeUsdc);
  return {
    averagePrice: roundRatio(price, SHOWN),
    feeUsdc,
    feeShares: roundRatio(over(fee, price), CHARGED),
    effectiveRate: roundRatio(over(fee, usdc), SHOWN),
    netUsdc: trade.side === "BUY"
      ? BigDecimal.sum(trade.usdc, feeUsdc)
      : BigDecimal.subtract(trade.usdc, feeUsdc),
  };
}
