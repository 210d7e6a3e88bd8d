/**
 * The fee as it was until 2026-03-30: charged in shares on a BUY, in USDC on a SELL.
 *
 * `fee = C * p * rate * (p * (1 - p)) ^ exponent` in USDC, for C shares at the price p. Source: the
 * venue's announcements of February and March 2026.
 *
 * @module
 */
import { BigDecimal, Option } from "effect";
import {
  compareRatios,
  minus,
  ONE,
  over,
  power,
  type Ratio,
  roundRatio,
  times,
  toRatio,
} from "./ratio.ts";
import { priceOf, type Trade } from "./trade.ts";

/** A fee below is not charged, in USDC. */
export const LEGACY_FEE_MIN_USDC = BigDecimal.fromStringUnsafe("0.0001");

const THRESHOLD = toRatio(LEGACY_FEE_MIN_USDC);
const SHOWN = { scale: 8, mode: "half_even" } as const;
const ZERO = BigDecimal.fromBigInt(0n);

/** What the formula needs to know of a rule. */
export interface LegacyTerms {
  readonly rate: BigDecimal.BigDecimal;
  readonly exponent: number;
}

/** Amounts as they are shown, with 8 decimals: net is gross less the fee to the last digit. */
export interface LegacyEstimate {
  readonly averagePrice: BigDecimal.BigDecimal;
  readonly chargedIn: "shares" | "usdc";
  /** In the unit that is charged; 0 below {@linkcode LEGACY_FEE_MIN_USDC}. */
  readonly feeEquivalent: BigDecimal.BigDecimal;
  /** What the formula gives, however small. */
  readonly feeInUsdcRaw: BigDecimal.BigDecimal;
  readonly grossShares: BigDecimal.BigDecimal;
  readonly netShares: BigDecimal.BigDecimal;
  /** What a SELL brings; none for a BUY. */
  readonly usdc: Option.Option<{
    readonly gross: BigDecimal.BigDecimal;
    readonly net: BigDecimal.BigDecimal;
  }>;
}

/** The estimate for a trade. Exact until it is shown; rounded half to even then. */
export function estimateLegacyFee(trade: Trade, terms: LegacyTerms): LegacyEstimate {
  const price = priceOf(trade);
  const feeUsdc = legacyFeeUsdc(trade, terms);
  const isCharged = compareRatios(feeUsdc, THRESHOLD) >= 0;
  const isBuy = trade.side === "BUY";
  const fee = isBuy ? over(feeUsdc, price) : feeUsdc;
  const feeEquivalent = isCharged ? roundRatio(fee, SHOWN) : ZERO;
  const grossShares = roundRatio(toRatio(trade.shares), SHOWN);
  const gross = roundRatio(toRatio(trade.usdc), SHOWN);
  return {
    averagePrice: roundRatio(price, SHOWN),
    chargedIn: isBuy ? "shares" : "usdc",
    feeEquivalent,
    feeInUsdcRaw: roundRatio(feeUsdc, SHOWN),
    grossShares,
    netShares: isBuy ? BigDecimal.subtract(grossShares, feeEquivalent) : grossShares,
    usdc: isBuy
      ? Option.none()
      : Option.some({ gross, net: BigDecimal.subtract(gross, feeEquivalent) }),
  };
}

/** The fee in USDC, exactly. `C * p` is the USDC of the trade. */
function legacyFeeUsdc(trade: Trade, { rate, exponent }: LegacyTerms): Ratio {
  const price = priceOf(trade);
  const curve = power(times(price, minus(ONE, price)), exponent);
  return times(times(toRatio(trade.usdc), toRatio(rate)), curve);
}
