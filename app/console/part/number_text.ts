/**
 * Numbers of the API as it writes them, with their units.
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

/** Returns a share of a whole in hundredths: of 0.0413 `4.13 %`. */
export function percentText(share: number): string {
  return `${numberText(Number((share * 100).toFixed(DECIMALS_MAX - 2)))}\u00a0%`;
}

/** Returns an amount with its unit, the whole digits grouped: `10,004.99 USDC`. */
export function usdcText(value: number): string {
  const [whole = "", fraction] = numberText(value).split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${fraction === undefined ? grouped : `${grouped}.${fraction}`} USDC`;
}

/** Returns a number of shares with its unit. */
export function sharesText(value: number): string {
  return `${numberText(value)} shares`;
}

/** Returns a count with what is counted, such as `1 order` or `2 orders`. */
export function countText(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
