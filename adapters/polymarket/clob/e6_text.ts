/**
 * Reads the order book's decimal texts as whole numbers times 10^6, never through a float.
 *
 * @module
 */

/** The venue also writes `.48`. None of its amounts has more digits before the point. */
const DECIMAL = /^(?=.)(\d{0,15})(?:\.(\d{1,6}))?$/;
const DECIMALS = 6;

/** Returns zero or more; undefined for any other value, or for more than six decimals. */
export function readE6(value: unknown): bigint | undefined {
  const digits = typeof value === "string" ? DECIMAL.exec(value) : null;
  if (digits === null) return undefined;
  const [, whole = "", decimals = ""] = digits;
  return BigInt(whole + decimals.padEnd(DECIMALS, "0"));
}
