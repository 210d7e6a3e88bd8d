/**
 * Prices as integers scaled by 10^18, which is how the oracle signs them.
 *
 * A 64-bit float holds 53 bits and BTC at this scale needs 77, so a price stays a bigint until it
 * is written into an answer.
 *
 * @module
 */
import { Option } from "effect";

/** Digits behind the point. */
const SCALE = 18;
const ONE_E18 = 10n ** BigInt(SCALE);

/**
 * Reads decimal text such as `61686.00000000` exactly.
 *
 * None for anything that is not plain decimal text, or that has digits past the eighteenth that
 * are not zero: rounding a price is not ours to do.
 */
export function parseE18(text: string): Option.Option<bigint> {
  const [, sign, whole, fraction = ""] = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text) ?? [];
  if (whole === undefined) return Option.none();
  if (!/^0*$/.test(fraction.slice(SCALE))) return Option.none();
  const magnitude = BigInt(whole) * ONE_E18 + BigInt(fraction.slice(0, SCALE).padEnd(SCALE, "0"));
  return Option.some(sign === "-" ? -magnitude : magnitude);
}

/** Exact decimal text, without trailing zeros and without a trailing point. */
export function formatE18(value: bigint): string {
  const sign = value < 0n ? "-" : "";
  const digits = (value < 0n ? -value : value).toString().padStart(SCALE + 1, "0");
  const fraction = digits.slice(-SCALE).replace(/0+$/, "");
  return `${sign}${digits.slice(0, -SCALE)}${fraction === "" ? "" : `.${fraction}`}`;
}

/**
 * The nearest double, for the one place where the interface wants a JSON number.
 *
 * Goes through decimal text, so that it is rounded once and correctly.
 */
export function e18ToNumber(value: bigint): number {
  return Number(`${value}e-${SCALE}`);
}
