/**
 * Reads prices that the venue writes as JSON numbers, to the last digit of their text.
 *
 * @module
 */
import { Option } from "effect";
import { parseE18 } from "../../../core/price/mod.ts";

/**
 * Creates a JSON parser that returns numbers under these names as text, so that they pass through
 * no float. It throws like `JSON.parse`.
 *
 * Puts the numbers in quotes before parsing: a reviver with source texts takes a tenth of a second
 * for a page of events, blocking everything else. Quotes inside strings are escaped, so what looks
 * like a name and a colon is one.
 */
export function makePriceParser(names: ReadonlyArray<string>): (text: string) => unknown {
  const number = new RegExp(
    String.raw`("(?:${names.join("|")})"\s*:\s*)(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)`,
    "g",
  );
  return (text) => JSON.parse(text.replace(number, `$1"$2"`));
}

/** A non-negative JSON number. */
const NUMBER = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * Returns the exact price of a number's text; none unless it is above zero, or with digits past the
 * eighteenth decimal, which doubles of these prices do not reach.
 */
export function readPriceText(text: string): Option.Option<bigint> {
  const [, whole, fraction = "", exponent = "0"] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return Option.none();
  const pointAt = whole.length + Number(exponent);
  const digits = (whole + fraction).padEnd(pointAt, "0");
  const plain = pointAt <= 0
    ? `0.${"0".repeat(-pointAt)}${digits}`
    : `${digits.slice(0, pointAt)}.${digits.slice(pointAt).padEnd(1, "0")}`;
  return Option.filter(parseE18(plain), (priceE18) => priceE18 > 0n);
}
