/**
 * Money as the page of positions writes and adds it.
 *
 * @module
 */
import { exactPrice, shortPrice } from "../market/price_text.ts";

/** Less would read as nothing. */
const CENT_HALF = 0.005;

/** Returns USDC in cents, such as `8,026.32`; with all digits where they are less than one. */
export function centsText(usdc: number): string {
  const isTiny = usdc !== 0 && Math.abs(usdc) < CENT_HALF;
  return isTiny ? exactPrice(usdc) : shortPrice(usdc, 2);
}

/** Amounts of the API have six decimals: as whole numbers, none is lost by adding. */
const ONE_E6 = 1e6;

/** Adds USDC exactly. */
export function addUsdc(one: number, other: number): number {
  return (Math.round(one * ONE_E6) + Math.round(other * ONE_E6)) / ONE_E6;
}
