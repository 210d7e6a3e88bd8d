/**
 * `PUT /__published`: overrides the published prices of a window.
 *
 * @module
 */
import { Result } from "effect";
import { JsonNumber, parseExactJson } from "../../../../core/json/mod.ts";
import { type Read, readChoice, readFields, readNumber } from "../../kit/control_body.ts";
import { type Fields } from "../../kit/json.ts";
import { type Control } from "../../kit/simulator.ts";
import {
  type PublishedPrices,
  type PublishedWindow,
  WINDOWS_MAX,
} from "../venue/published_prices.ts";
import { ASSET_BY_SITE_SYMBOL } from "./site_symbol.ts";

/** The last second of the year 9999. */
const SEC_MAX = Date.parse("9999-12-31T23:59:59Z") / 1_000;
const PRICE = /^\d{1,12}(?:\.\d{1,18})?$/;
/** Enough for any double. */
const DIGITS_MAX = 17;

/** Makes the control, which calls `changed` with every window it overrides. */
export function makePublishedControl(
  published: PublishedPrices,
  changed: (window: PublishedWindow) => void,
): Control {
  return (body, text) =>
    Result.gen(function* () {
      const fields = yield* readFields(body, ["symbol", "start", "end", "openPrice", "closePrice"]);
      const window = yield* readWindow(fields);
      const exact = exactFields(text);
      const openPrice = yield* readPrice(exact, "openPrice");
      const closePrice = yield* readPrice(exact, "closePrice");
      if (!published.put(window, { openPrice, closePrice })) {
        return yield* Result.fail(`No more than ${WINDOWS_MAX} windows can have prices`);
      }
      changed(window);
      return { published: 1 };
    });
}

function readWindow(fields: Fields): Read<PublishedWindow> {
  return Result.gen(function* () {
    const asset = yield* readChoice(fields, "symbol", ASSET_BY_SITE_SYMBOL);
    const second = { min: 1, max: SEC_MAX, isWhole: true };
    const startSec = yield* readNumber(fields, "start", second);
    const endSec = yield* readNumber(fields, "end", second);
    return startSec < endSec
      ? { asset, startSec, endSec }
      : yield* Result.fail(`"end" must be after "start"`);
  });
}

/** Returns the fields with their numbers as written. */
function exactFields(text: string): Fields {
  return new Map(Object.entries(parseExactJson(text) ?? {}));
}

function readPrice(exact: Fields, name: string): Read<JsonNumber | null> {
  const value = exact.get(name);
  if (value === null) return Result.succeed(null);
  const isPrice = value instanceof JsonNumber && PRICE.test(value.text) &&
    Number(value.text) > 0 &&
    value.text.replace(".", "").replace(/^0+/, "").length <= DIGITS_MAX;
  return isPrice
    ? Result.succeed(value)
    : Result.fail(`"${name}" must be null or a number of at most ${DIGITS_MAX} digits above 0`);
}
