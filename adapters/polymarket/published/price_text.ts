/**
 * Prices that the venue writes as JSON numbers, read to the last digit of their text.
 *
 * @module
 */
import { Option } from "effect";
import { parseE18 } from "../../../core/price/mod.ts";

/**
 * Makes a reader of JSON in which a number under one of these names is its own text, so that it
 * passes through no float. It throws as `JSON.parse` does.
 *
 * The numbers are put in quotes before the text is parsed: a reviver that is told the text of each
 * value takes a tenth of a second for a page of events, in which nothing else happens. Inside a
 * string quotes are escaped, so what looks like a name and a colon is one.
 */
export function makePriceParser(names: ReadonlyArray<string>): (text: string) => unknown {
  const number = new RegExp(
    String.raw`("(?:${names.join("|")})"\s*:\s*)(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)`,
    "g",
  );
  return (text) => JSON.parse(text.replace(number, `$1"$2"`));
}

/** A JSON number that is not negative. */
const NUMBER = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * The price of a number's text, exactly; none for what is no number above zero, or has digits past
 * the eighteenth decimal, which doubles of the prices served here do not reach.
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
