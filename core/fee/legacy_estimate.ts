/**
 * The fee in force until 2026-03-30: charged in shares on a BUY, in USDC on a SELL.
 *
 * `fee = C * p * rate * (p * (1 - p)) ^ exponent` in USDC, for C shares at the price p. Source: the
 * venue's announcements of February and March 2026.
 *
 * @module
 */
import { BigDecimal, Option } from "effect";
import { compareRatios, minus, ONE, over, power, type Ratio, times, toRatio } from "./ratio.ts";
import { roundRatio } from "./rounding.ts";
import { priceOf, type Trade } from "./trade.ts";

/** The smallest fee that is charged, in USDC. */
export const LEGACY_FEE_MIN_USDC = BigDecimal.fromStringUnsafe("0.0001");

const THRESHOLD = toRatio(LEGACY_FEE_MIN_USDC);
const ANSWER_ROUNDING = { scale: 8, mode: "half_even" } as const;
const ZERO = BigDecimal.fromBigInt(0n);

/** The parts of a fee rule that the formula uses. */
export interface LegacyTerms {
  readonly rate: BigDecimal.BigDecimal;
  readonly exponent: number;
}

/** An estimate in answer precision, 8 decimals: net equals gross minus fee to the last digit. */
export interface LegacyEstimate {
  readonly averagePrice: BigDecimal.BigDecimal;
  readonly chargedIn: "shares" | "usdc";
  /** The fee in the charged unit; 0 below {@linkcode LEGACY_FEE_MIN_USDC}. */
  readonly feeEquivalent: BigDecimal.BigDecimal;
  /** The formula's result in USDC, before the minimum is applied. */
  readonly feeInUsdcRaw: BigDecimal.BigDecimal;
  readonly grossShares: BigDecimal.BigDecimal;
  readonly netShares: BigDecimal.BigDecimal;
  /** The proceeds of a SELL; none for a BUY. */
  readonly usdc: Option.Option<{
    readonly gross: BigDecimal.BigDecimal;
    readonly net: BigDecimal.BigDecimal;
  }>;
}

/** Estimates the fee of a trade. Computes exactly and rounds the results once, half to even. */
export function estimateLegacyFee(trade: Trade, terms: LegacyTerms): LegacyEstimate {
  const price = priceOf(trade);
  const feeUsdc = legacyFeeUsdc(trade, terms);
  const isCharged = compareRatios(feeUsdc, THRESHOLD) >= 0;
  const isBuy = trade.side === "BUY";
  const fee = isBuy ? over(feeUsdc, price) : feeUsdc;
  const feeEquivalent = isCharged ? roundRatio(fee, ANSWER_ROUNDING) : ZERO;
  const grossShares = roundRatio(toRatio(trade.shares), ANSWER_ROUNDING);
  const gross = roundRatio(toRatio(trade.usdc), ANSWER_ROUNDING);
  return {
    averagePrice: roundRatio(price, ANSWER_ROUNDING),
    chargedIn: isBuy ? "shares" : "usdc",
    feeEquivalent,
    feeInUsdcRaw: roundRatio(feeUsdc, ANSWER_ROUNDING),
    grossShares,
    netShares: isBuy ? BigDecimal.subtract(grossShares, feeEquivalent) : grossShares,
    usdc: isBuy
      ? Option.none()
      : Option.some({ gross, net: BigDecimal.subtract(gross, feeEquivalent) }),
  };
}

/** The exact fee in USDC. `C * p` is the USDC of the trade. */
function legacyFeeUsdc(trade: Trade, { rate, exponent }: LegacyTerms): Ratio {
  const price = priceOf(trade);
  const curve = power(times(price, minus(ONE, price)), exponent);
  return times(times(toRatio(trade.usdc), toRatio(rate)), curve);
}
