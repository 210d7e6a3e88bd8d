/**
 * Reads the order book's decimal texts as whole numbers times 10^6, and writes them, never through
 * a float.
 *
 * Digit by digit, because a busy book has thousands of levels a second: 60 ns for a text that takes
 * 400 by a regular expression and a padded copy.
 *
 * @module
 */

/** The venue also writes `.48`. None of its amounts has more digits before the point. */
const WHOLE_DIGITS_MAX = 15;
const DECIMALS = 6;
const POINT = ".".charCodeAt(0);
const [ZERO, NINE] = [48, 57];
/** Up to so many digits, a number is exact. */
const EXACT_DIGITS = 15;

/** Returns zero or more; undefined for any other value, or for more than six decimals. */
export function readE6(value: unknown): bigint | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const { length } = value;
  let digits = 0;
  let pointAt = -1;
  for (let at = 0; at < length; at++) {
    const unit = value.charCodeAt(at);
    if (unit >= ZERO && unit <= NINE) digits = digits * 10 + unit - ZERO;
    else if (unit === POINT && pointAt === -1) pointAt = at;
    else return undefined;
  }
  const wholeDigits = pointAt === -1 ? length : pointAt;
  const decimals = pointAt === -1 ? 0 : length - pointAt - 1;
  if (wholeDigits > WHOLE_DIGITS_MAX || decimals > DECIMALS) return undefined;
  if (pointAt !== -1 && decimals === 0) return undefined;
  if (wholeDigits + DECIMALS <= EXACT_DIGITS) return BigInt(digits * 10 ** (DECIMALS - decimals));
  const whole = value.slice(0, wholeDigits);
  return BigInt(whole + value.slice(wholeDigits + 1).padEnd(DECIMALS, "0"));
}

/** Writes a whole number times 10^-6, zero or more, as the venue does: without needless zeros. */
export function writeE6(valueE6: bigint): string {
  const digits = String(valueE6).padStart(DECIMALS + 1, "0");
  const whole = digits.slice(0, -DECIMALS);
  let end = DECIMALS;
  const decimals = digits.slice(-DECIMALS);
  while (end > 0 && decimals.charCodeAt(end - 1) === ZERO) end -= 1;
  return end === 0 ? whole : `${whole}.${decimals.slice(0, end)}`;
}
