/**
 * Reads whole numbers, however they are written: many languages write 5 as `5.0`, some as `5e0`.
 *
 * @module
 */

/** The most digits that are written out, so that a short text cannot produce a huge number. */
const DIGITS_MAX = 100;

/** A decimal number of JSON or of a query, which may have leading zeros. */
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A whole number: `digits` without leading zeros, and as many zeros after them. */
interface Whole {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly zeros: number;
}

/** Whether a text is a whole number of any size and sign. */
export function isWholeNumber(text: string): boolean {
  return readWhole(text) !== undefined;
}

/**
 * Returns the digits of a whole number from 0 on, without leading zeros: "5" for `5`, `5.0`, `05`,
 * `5e0` and `50e-1`. Undefined for any other text, and for numbers of over 100 digits.
 */
export function wholeDigits(text: string): string | undefined {
  const whole = readWhole(text);
  if (whole === undefined || whole.isNegative) return undefined;
  const { digits, zeros } = whole;
  return digits.length + zeros > DIGITS_MAX ? undefined : digits + "0".repeat(zeros);
}

function readWhole(text: string): Whole | undefined {
  const [, sign, units, fraction = "", power = "0"] = NUMBER.exec(text) ?? [];
  if (units === undefined) return undefined;
  const digits = (units + fraction).replace(/^0+/, "");
  if (digits === "") return { isNegative: false, digits: "0", zeros: 0 };
  const isNegative = sign === "-";
  const zeros = Number(power) - fraction.length;
  if (zeros >= 0) return { isNegative, digits, zeros };
  const unitsLength = digits.length + zeros;
  return unitsLength > 0 && !/[1-9]/.test(digits.slice(unitsLength))
    ? { isNegative, digits: digits.slice(0, unitsLength), zeros: 0 }
    : undefined;
}
