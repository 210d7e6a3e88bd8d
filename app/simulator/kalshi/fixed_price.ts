/**
 * Prices as text with a fixed number of digits.
 *
 * @module
 */

/** Returns a number of units of the last digit as text: `7778750` is `77787.50`. */
export function fixedPrice(ticks: bigint, digits: number): string {
  const text = ticks.toString().padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Returns plain decimal text with at least so many digits: `77787.5` is `77787.50`. */
export function withDigits(text: string, digits: number): string {
  const [whole = "", fraction = ""] = text.split(".");
  return digits === 0 && fraction === "" ? whole : `${whole}.${fraction.padEnd(digits, "0")}`;
}

/** Returns a price as titles write it: `$77,787.50`. */
export function titlePrice(text: string): string {
  const [whole = "", ...fraction] = text.split(".");
  return `$${[whole.replace(/\B(?=(\d{3})+$)/g, ","), ...fraction].join(".")}`;
}
