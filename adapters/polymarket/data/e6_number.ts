/**
 * Reads the data service's numbers as whole numbers times 10^6.
 *
 * It writes doubles of six digits, which may show more: `12.340000000000002`. They are read from
 * their text, because arithmetic on doubles would round once more.
 *
 * @module
 */
import { BigDecimal, Option } from "effect";
import type { JsonNumber } from "../../../core/json/mod.ts";

/** More than any wallet has, and than a double has digits for. */
const AMOUNT_MAX = 1e15;
const DECIMALS = 6;
/** An exponent whose digits would fill the memory. */
const LONG_EXPONENT = /e[+-]?\d{3}/i;

/** Returns the number to the nearest millionth, or the even one of two; none if it is too large. */
export function toE6({ text }: JsonNumber): Option.Option<bigint> {
  if (LONG_EXPONENT.test(text) || Math.abs(Number(text)) > AMOUNT_MAX) return Option.none();
  return Option.map(BigDecimal.fromString(text), (exact) => {
    const rounded = BigDecimal.round(exact, { scale: DECIMALS, mode: "half-even" });
    return BigDecimal.scale(rounded, DECIMALS).value;
  });
}
