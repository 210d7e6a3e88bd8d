/**
 * Decimals of the order book's texts as whole numbers times 10^6, without a float between.
 *
 * @module
 */

/** The venue also writes `.48`. No amount of it has more digits before the point. */
const DECIMAL = /^(?=.)(\d{0,15})(?:\.(\d{1,6}))?$/;
const DECIMALS = 6;

/** Zero or more; undefined for what is no such text, or has more than six decimals. */
export function readE6(value: unknown): bigint | undefined {
  const digits = typeof value === "string" ? DECIMAL.exec(value) : null;
  if (digits === null) return undefined;
  const [, whole = "", decimals = ""] = digits;
  return BigInt(whole + decimals.padEnd(DECIMALS, "0"));
}
