import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { agree, formatE18, parseE18 } from "../../../core/price/mod.ts";

/** From a tenth of a cent, below which no asset trades, to a million dollars. */
const priceE18 = fc.bigInt({ min: 10n ** 15n, max: 10n ** 24n });

function e18(text: string): bigint {
  return Option.getOrThrow(parseE18(text));
}

describe("agree()", () => {
  test("a price agrees with itself, as a double of 16 or of 17 digits writes it", () =>
    fc.assert(fc.property(priceE18, (exact) => {
      const double = Number(formatE18(exact));
      for (const digits of [16, 17]) {
        const written = e18(Number(double.toPrecision(digits)).toString());
        expect(agree(exact, written)).toBe(true);
        expect(agree(written, exact)).toBe(true);
      }
    })));

  test("prices that differ in the fifteenth digit disagree", () =>
    fc.assert(fc.property(priceE18, fc.bigInt({ min: 1n, max: 10n ** 9n }), (exact, parts) => {
      const other = exact + exact / 10n ** 14n * parts;
      fc.pre(other > exact);
      expect(agree(exact, other)).toBe(false);
    })));

  // What the venue wrote beside the report of the same second.
  test("the published double agrees with the oracle's own number", () => {
    expect(agree(e18("78449.05813530706"), e18("78449.05813530705395712"))).toBe(true);
    expect(agree(e18("78449.0581353"), e18("78449.05813530705395712"))).toBe(false);
  });
});
