/**
 * Decimal numbers from and to text, exactly.
 *
 * @module
 */
import { BigDecimal, Option } from "effect";

/** Longer text is not read. The longest that a double has, written out in full, is shorter. */
export const DECIMAL_CHARS_MAX = 100;

/** A larger exponent is not read, so that few characters cannot make a huge number. */
const EXPONENT_MAX = 200;

/**
 * Reads decimal text such as `100`, `-0.25` or `1e2` exactly.
 *
 * None for anything else, and for what nobody means seriously: over
 * {@linkcode DECIMAL_CHARS_MAX} characters, or an exponent beyond 200 either way.
 */
export function parseDecimal(text: string): Option.Option<BigDecimal.BigDecimal> {
  if (text.length > DECIMAL_CHARS_MAX) return Option.none();
  const [, digits, fraction = "", power = "0"] =
    /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const exponent = Number(power);
  if (digits === undefined || Math.abs(exponent) > EXPONENT_MAX) return Option.none();
  return Option.some(BigDecimal.make(BigInt(digits + fraction), fraction.length - exponent));
}

/** Exact decimal text: no exponent, no zeros at the end, no point at the end. */
export function formatDecimal(decimal: BigDecimal.BigDecimal): string {
  const { value, scale } = BigDecimal.normalize(decimal);
  if (scale <= 0) return (value * 10n ** BigInt(-scale)).toString();
  const sign = value < 0n ? "-" : "";
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, "0");
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
