/**
 * Values of columns that may be null.
 *
 * @module
 */
import { Option } from "effect";

/** Returns a whole number that is stored as digits. */
export function amountIn(column: unknown): Option.Option<bigint> {
  return Option.map(Option.fromNullishOr(column), (digits) => BigInt(String(digits)));
}

/** Returns a number. */
export function numberIn(column: unknown): Option.Option<number> {
  return Option.map(Option.fromNullishOr(column), Number);
}

/** Returns a text. */
export function textIn(column: unknown): Option.Option<string> {
  return Option.map(Option.fromNullishOr(column), String);
}

/** Returns a value as the text of a parameter. */
export function textOf(value: Option.Option<string | number | bigint>): string | null {
  return Option.getOrNull(Option.map(value, String));
}
