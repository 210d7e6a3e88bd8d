/**
 * Money, shares and prices as whole numbers times 10^6, the unit of the venue's contracts.
 *
 * @module
 */
import { BigDecimal } from "effect";

/** One USDC, one share, or a price of 1. */
export const ONE_E6 = 1_000_000n;

const DECIMALS = 6;

/** Returns a positive decimal times 10^6, rounded down. */
export function toE6({ value, scale }: BigDecimal.BigDecimal): bigint {
  return scale <= DECIMALS
    ? value * 10n ** BigInt(DECIMALS - scale)
    : value / 10n ** BigInt(scale - DECIMALS);
}

/** Returns the decimal of a number times 10^6. */
export function fromE6(valueE6: bigint): BigDecimal.BigDecimal {
  return BigDecimal.make(valueE6, DECIMALS);
}

/** Rounds down to at most 6 decimals. */
export function floorE6(valueE6: bigint, decimals: number): bigint {
  const step = 10n ** BigInt(DECIMALS - decimals);
  return valueE6 - valueE6 % step;
}

/** Rounds down to a multiple of a step. */
export function floorTo(valueE6: bigint, stepE6: bigint): bigint {
  return valueE6 - valueE6 % stepE6;
}

/** Rounds up to a multiple of a step. */
export function ceilTo(valueE6: bigint, stepE6: bigint): bigint {
  const rest = valueE6 % stepE6;
  return rest === 0n ? valueE6 : valueE6 + stepE6 - rest;
}

/** Returns the smaller of two numbers. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Divides non-negative whole numbers, and rounds up. */
export function ceilDivision(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
