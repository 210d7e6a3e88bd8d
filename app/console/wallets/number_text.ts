/**
 * Numbers of the API as it writes them.
 *
 * @module
 */

/** The most decimals in any number of the order routes. */
const DECIMALS_MAX = 8;

/** Returns the digits of a number, without an exponent. */
export function numberText(value: number): string {
  const text = String(value);
  return text.includes("e-") ? value.toFixed(DECIMALS_MAX).replace(/\.?0+$/, "") : text;
}

/** Returns an amount with its unit. */
export function usdcText(value: number): string {
  return `${numberText(value)} USDC`;
}

/** Returns a long hexadecimal name with its middle left out. */
export function shortHex(text: string): string {
  return text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text;
}
