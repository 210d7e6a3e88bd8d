/**
 * Numbers on the wire: read and written to the last digit.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { BigDecimal, Option, Result } from "effect";
import { DECIMAL_CHARS_MAX, formatDecimal, fromE6, parseDecimal } from "../../../core/fee/mod.ts";
import { JsonNumber } from "../../../core/json/mod.ts";
import { wholeDigits } from "../../../core/whole_number.ts";
import { kind, type KindOptions, refuse } from "./kind.ts";

/** The bounds of a decimal, as text. They belong to the range. */
interface DecimalBounds extends KindOptions {
  readonly minimum: string;
  readonly maximum: string;
  /** The most decimals; any by default. */
  readonly decimalsMax?: number;
  /** In place of the hint that is made from the bounds. */
  readonly hint?: string;
}

/** A JSON number, read to the last digit. */
export function Decimal({ minimum, maximum, decimalsMax, hint, ...shown }: DecimalBounds) {
  const range = {
    minimum: BigDecimal.fromStringUnsafe(minimum),
    maximum: BigDecimal.fromStringUnsafe(maximum),
  };
  const positive = BigDecimal.isPositive(range.minimum) ? "positive " : "";
  const ask = hint ??
    `Send a ${positive}JSON number from ${minimum} to ${maximum}, ` +
      (decimalsMax === undefined
        ? `in at most ${DECIMAL_CHARS_MAX} characters`
        : `with at most ${decimalsMax} decimals`);
  return exactly(shown, {
    json: { minimum: Number(minimum), maximum: Number(maximum) },
    ask,
    isTaken: (decimal) =>
      BigDecimal.between(decimal, range) &&
      BigDecimal.normalize(decimal).scale <= (decimalsMax ?? Infinity),
  });
}

/** A JSON number strictly between 0 and 1, of at most so many decimals. */
export function Fraction(
  { decimalsMax, hint, ...shown }: KindOptions & {
    readonly decimalsMax: number;
    readonly hint: string;
  },
) {
  return exactly(shown, {
    json: { exclusiveMinimum: 0, exclusiveMaximum: 1 },
    ask: hint,
    isTaken: (decimal) =>
      BigDecimal.isPositive(decimal) && BigDecimal.isLessThan(decimal, ONE) &&
      BigDecimal.normalize(decimal).scale <= decimalsMax,
  });
}

const ONE = BigDecimal.fromBigInt(1n);

function exactly(
  shown: KindOptions,
  { json, ask, isTaken }: {
    readonly json: Readonly<Record<string, number>>;
    readonly ask: string;
    readonly isTaken: (decimal: BigDecimal.BigDecimal) => boolean;
  },
) {
  return kind<BigDecimal.BigDecimal, number>({ type: "number", ...json }, shown, {
    ask,
    read: (value, at) => {
      if (!(value instanceof JsonNumber)) return refuse(at, value, ask + quotesHint(value));
      const decimal = parseDecimal(value.text);
      return Option.isSome(decimal) && isTaken(decimal.value)
        ? Result.succeed(decimal.value)
        : refuse(at, value, ask);
    },
  });
}

/** What is added to the hint of a number that was sent as text. */
function quotesHint(value: unknown): string {
  return typeof value === "string" ? ", without quotation marks" : "";
}

/** A whole number of a range, as text or as a JSON number: `5`, `5.0` and `5e0` are 5. */
export function Whole(
  { minimum, maximum, ...shown }: KindOptions & {
    readonly minimum: number;
    readonly maximum: number;
  },
) {
  const ask = `Send a whole number from ${minimum} to ${maximum}`;
  return kind<number, number>({ type: "integer", minimum, maximum }, shown, {
    ask,
    read: (value, at) => {
      const text = value instanceof JsonNumber ? value.text : value;
      const digits = typeof text === "string" ? wholeDigits(text.trim()) : undefined;
      const whole = digits === undefined ? NaN : Number(digits);
      return minimum <= whole && whole <= maximum ? Result.succeed(whole) : refuse(at, value, ask);
    },
  });
}

/** A number of an answer, written to the last digit. {@linkcode exactNumber} makes its value. */
export function ExactNumber(options: KindOptions = {}) {
  return Type.Unsafe<number>(Type.Number(options));
}

/** A decimal number as an answer carries it: `JSON.stringify` writes its every digit. */
export function exactNumber(decimal: BigDecimal.BigDecimal): number {
  return exactDigits(formatDecimal(decimal));
}

/** The same, of the text of a JSON number. */
export function exactDigits(text: string): number {
  return new JsonNumber(text) as unknown as number;
}

/** The same, of an amount times 10^6. */
export function exactE6(valueE6: bigint): number {
  return exactNumber(fromE6(valueE6));
}

/** A whole number of an answer. Elysia's own integer is a union with text. */
export function whole(options: KindOptions = {}) {
  return Type.Integer(options);
}
