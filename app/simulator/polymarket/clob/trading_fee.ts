/**
 * A taker's fee for one fill.
 *
 * Source: the venue's fees since 2026-04-28: `shares * rate * p * (1 - p)` USDC, to five decimals.
 * Its rounding is not documented; a client that checks its balances rounds half to even.
 *
 * @module
 */
import { type Level } from "./level.ts";
import { costE6, ONE_E6 } from "./micro_units.ts";
import { type TradingFee } from "./traded_market.ts";

/** The smallest fee, and the step of all fees: 0.00001 USDC. */
const STEP_E6 = 10n;

/** Returns the fee in USDC times 10^6; 0 below the smallest one. */
export function tradingFeeE6(
  fee: TradingFee | undefined,
  { priceE6, sizeE6 }: { readonly priceE6: bigint; readonly sizeE6: bigint },
): bigint {
  if (fee === undefined) return 0n;
  // Published rates have at most four decimals, which makes this exact.
  const rateE6 = BigInt(Math.round(fee.rate * 1e6));
  const power = BigInt(fee.exponent);
  const spread = (priceE6 * (ONE_E6 - priceE6)) ** power;
  const numerator = sizeE6 * rateE6 * spread;
  const denominator = ONE_E6 * ONE_E6 ** (2n * power) * STEP_E6;
  return numerator < denominator ? 0n : STEP_E6 * divideHalfEven(numerator, denominator);
}

/**
 * Returns the fee that a market order's wallet must cover, in USDC times 10^6: the fee of all the
 * money at the worst price it trades at. The venue's own clients keep this much back if they spend
 * the whole balance. `levels` are the levels taken, best first, with the amounts taken.
 */
export function reservedFeeE6(fee: TradingFee | undefined, taken: ReadonlyArray<Level>): bigint {
  const worst = taken.at(-1);
  if (worst === undefined) return 0n;
  const spentE6 = taken.reduce((sum, each) => sum + costE6(each.sizeE6, each.priceE6), 0n);
  const { priceE6 } = worst;
  return tradingFeeE6(fee, { priceE6, sizeE6: (spentE6 * ONE_E6) / priceE6 });
}

function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  const isUp = twice > denominator || twice === denominator && quotient % 2n === 1n;
  return isUp ? quotient + 1n : quotient;
}
