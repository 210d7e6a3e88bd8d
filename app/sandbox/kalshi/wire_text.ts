/**
 * Kalshi's spellings of times and amounts.
 *
 * @module
 */

/** JSON as Kalshi sends it. */
export type WireRow = Readonly<Record<string, unknown>>;

/** `2026-09-21T00:20:00Z`. */
export function isoText(sec: number): string {
  return `${new Date(sec * 1000).toISOString().slice(0, 19)}Z`;
}

/** Whole cents as `0.5600`: dollars are text with four digits. */
export function dollars(cents: number): string {
  return (cents / 100).toFixed(4);
}

/** Contracts as `10.00`. */
export function contracts(count: number): string {
  return count.toFixed(2);
}
