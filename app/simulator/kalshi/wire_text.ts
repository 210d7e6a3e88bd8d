/**
 * Kalshi's formats of times and amounts.
 *
 * @module
 */

/** A JSON object as Kalshi sends it. */
export type WireRow = Readonly<Record<string, unknown>>;

/** Returns whole cents as `0.5600`: dollars are text with four decimals. */
export function dollars(cents: number): string {
  return (cents / 100).toFixed(4);
}

/** Returns contracts as `10.00`. */
export function contracts(count: number): string {
  return count.toFixed(2);
}
