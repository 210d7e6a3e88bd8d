/**
 * Money, shares and prices in exact millionths, the venue's unit.
 *
 * @module
 */

const SCALE = 6;

/** One USDC, one share, or a price of 1. */
export const ONE_E6 = 1_000_000n;

/**
 * Parses non-negative plain decimal text into millionths. Undefined for anything else, and for more
 * than six decimals.
 */
export function parseE6(text: string): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d{1,72})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(SCALE, "0"));
}

/** Returns decimal text with at least `digitsMin` decimals, and more only if needed. */
export function formatE6(valueE6: bigint, digitsMin = 0): string {
  const digits = valueE6.toString().padStart(SCALE + 1, "0");
  const fraction = digits.slice(-SCALE).replace(/0+$/, "").padEnd(digitsMin, "0");
  const whole = digits.slice(0, -SCALE);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** Returns the cost of shares at a price, rounded down to a millionth of a USDC. */
export function costE6(sizeE6: bigint, priceE6: bigint): bigint {
  return (sizeE6 * priceE6) / ONE_E6;
}

/** Returns the number of decimals that the amount needs, from 0 to 6. */
export function decimalsOf(valueE6: bigint): number {
  return formatE6(valueE6).split(".")[1]?.length ?? 0;
}
