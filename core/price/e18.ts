/**
 * Prices as integers scaled by 10^18, the scale in which the oracle signs them.
 *
 * A 64-bit float holds 53 bits and BTC at this scale needs 77, so a price stays a bigint until it
 * is written into an answer.
 *
 * @module
 */
import { Option } from "effect";

/** Digits after the decimal point. */
const SCALE = 18;
const ONE_E18 = 10n ** BigInt(SCALE);

/**
 * Parses decimal text such as `61686.00000000` exactly.
 *
 * None for anything that is not plain decimal text, and for text with nonzero digits past the
 * eighteenth decimal place: this service never rounds a price.
 */
export function parseE18(text: string): Option.Option<bigint> {
  const [, sign, whole, fraction = ""] = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text) ?? [];
  if (whole === undefined) return Option.none();
  if (!/^0*$/.test(fraction.slice(SCALE))) return Option.none();
  const magnitude = BigInt(whole) * ONE_E18 + BigInt(fraction.slice(0, SCALE).padEnd(SCALE, "0"));
  return Option.some(sign === "-" ? -magnitude : magnitude);
}

/** Formats a price as exact decimal text, without trailing zeros or a trailing point. */
export function formatE18(value: bigint): string {
  const sign = value < 0n ? "-" : "";
  const digits = (value < 0n ? -value : value).toString().padStart(SCALE + 1, "0");
  const fraction = digits.slice(-SCALE).replace(/0+$/, "");
  return `${sign}${digits.slice(0, -SCALE)}${fraction === "" ? "" : `.${fraction}`}`;
}

/**
 * Returns the nearest double, for interface fields that are JSON numbers.
 *
 * Converts through decimal text, so that the price is rounded only once, and correctly.
 */
export function e18ToNumber(value: bigint): number {
  return Number(`${value}e-${SCALE}`);
}
