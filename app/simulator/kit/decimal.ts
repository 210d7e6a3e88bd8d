/**
 * Decimal text and integers scaled by 10^8, enough for all of an exchange's numbers.
 *
 * @module
 */

const SCALE = 8;
const ONE_E8 = 10n ** BigInt(SCALE);

/**
 * Parses non-negative plain decimal text. Undefined for anything else, and for non-zero digits
 * after the eighth decimal.
 */
export function parseE8(text: string): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text) ?? [];
  if (whole === undefined || !/^0*$/.test(fraction.slice(SCALE))) return undefined;
  return BigInt(whole + fraction.slice(0, SCALE).padEnd(SCALE, "0"));
}

/** Returns exact decimal text with at least `digitsMin` decimals, and more only if needed. */
export function formatE8(value: number | bigint, digitsMin: number): string {
  const exact = BigInt(value);
  const fraction = (exact % ONE_E8).toString().padStart(SCALE, "0");
  const needed = fraction.replace(/0+$/, "").length;
  const shown = fraction.slice(0, Math.max(needed, digitsMin));
  return shown === "" ? `${exact / ONE_E8}` : `${exact / ONE_E8}.${shown}`;
}
