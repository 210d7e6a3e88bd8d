/**
 * Exact fractions of whole numbers, and the one place where they are rounded.
 *
 * A price is one amount over another, which decimals cannot hold: 1 USDC for 3 shares. So a fee
 * stays a fraction until it is shown, and whoever shows it says how.
 *
 * @module
 */
import { BigDecimal } from "effect";

/** A fraction. The denominator is positive; common factors stay, since removing them costs more. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** 1. */
export const ONE: Ratio = { numerator: 1n, denominator: 1n };

/** A decimal number as a fraction. */
export function toRatio({ value, scale }: BigDecimal.BigDecimal): Ratio {
  return scale >= 0
    ? { numerator: value, denominator: 10n ** BigInt(scale) }
    : { numerator: value * 10n ** BigInt(-scale), denominator: 1n };
}

/** a + b. */
export function plus(a: Ratio, b: Ratio): Ratio {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

/** a - b. */
export function minus(a: Ratio, b: Ratio): Ratio {
  return plus(a, { numerator: -b.numerator, denominator: b.denominator });
}

/** a * b. */
export function times(a: Ratio, b: Ratio): Ratio {
  return {
    numerator: a.numerator * b.numerator,
    denominator: a.denominator * b.denominator,
  };
}

/** a / b. Throws where b is 0. */
export function over(a: Ratio, b: Ratio): Ratio {
  if (b.numerator === 0n) throw new RangeError("Cannot divide by 0");
  const sign = b.numerator < 0n ? -1n : 1n;
  return {
    numerator: sign * a.numerator * b.denominator,
    denominator: sign * a.denominator * b.numerator,
  };
}

/** base ^ exponent, for a whole exponent from 0 on. */
export function power(base: Ratio, exponent: number): Ratio {
  const whole = BigInt(exponent);
  return { numerator: base.numerator ** whole, denominator: base.denominator ** whole };
}

/** -1 where a < b, 0 where they are equal, 1 where a > b. */
export function compareRatios(a: Ratio, b: Ratio): -1 | 0 | 1 {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * How to round: `half_even` to the nearest, and from the middle to the even neighbour; `floor`
 * down, towards minus infinity.
 */
export type RoundingMode = "half_even" | "floor";

/** The fraction with so many digits behind the point. */
export function roundRatio(
  { numerator, denominator }: Ratio,
  { scale, mode }: { readonly scale: number; readonly mode: RoundingMode },
): BigDecimal.BigDecimal {
  const scaled = numerator * 10n ** BigInt(scale);
  const below = floorDivision(scaled, denominator);
  return BigDecimal.make(mode === "floor" ? below : below + carry(), scale);

  function carry(): bigint {
    const twice = 2n * (scaled - below * denominator);
    if (twice === denominator) return below & 1n;
    return twice > denominator ? 1n : 0n;
  }
}

/** Division of a bigint goes towards 0. */
function floorDivision(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
}
