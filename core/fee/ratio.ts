/**
 * Exact fractions of whole numbers.
 *
 * A price divides one amount by another, and decimals cannot hold every result: 1 USDC for 3
 * shares. So a fee stays a fraction until an answer is made, which rounds it (`rounding.ts`).
 *
 * @module
 */
import { BigDecimal } from "effect";

/**
 * A fraction. The denominator is positive. Common factors are not removed, since that would cost
 * more than it saves.
 */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The fraction 1. */
export const ONE: Ratio = { numerator: 1n, denominator: 1n };

/** Converts a decimal number to a fraction. */
export function toRatio({ value, scale }: BigDecimal.BigDecimal): Ratio {
  return scale >= 0
    ? { numerator: value, denominator: 10n ** BigInt(scale) }
    : { numerator: value * 10n ** BigInt(-scale), denominator: 1n };
}

/** Returns a + b. */
export function plus(a: Ratio, b: Ratio): Ratio {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

/** Returns a - b. */
export function minus(a: Ratio, b: Ratio): Ratio {
  return plus(a, { numerator: -b.numerator, denominator: b.denominator });
}

/** Returns a * b. */
export function times(a: Ratio, b: Ratio): Ratio {
  return {
    numerator: a.numerator * b.numerator,
    denominator: a.denominator * b.denominator,
  };
}

/** Returns a / b. Throws a RangeError where b is 0. */
export function over(a: Ratio, b: Ratio): Ratio {
  if (b.numerator === 0n) throw new RangeError("Cannot divide by 0");
  const sign = b.numerator < 0n ? -1n : 1n;
  return {
    numerator: sign * a.numerator * b.denominator,
    denominator: sign * a.denominator * b.numerator,
  };
}

/** Returns base ^ exponent, for a whole exponent >= 0. */
export function power(base: Ratio, exponent: number): Ratio {
  const whole = BigInt(exponent);
  return { numerator: base.numerator ** whole, denominator: base.denominator ** whole };
}

/** Returns -1 where a < b, 0 where they are equal, 1 where a > b. */
export function compareRatios(a: Ratio, b: Ratio): -1 | 0 | 1 {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}
