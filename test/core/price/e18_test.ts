import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { e18ToNumber, formatE18, parseE18 } from "../../../core/price/mod.ts";

const e18 = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });

describe("E18", () => {
  test("is read back from its own text to the last digit", () =>
    fc.assert(fc.property(e18, (value) => {
      expect(parseE18(formatE18(value))).toEqual(Option.some(value));
    })));

  test("is written without trailing zeros and without a trailing point", () =>
    fc.assert(fc.property(e18, (value) => {
      expect(formatE18(value)).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
    })));

  test("is the same price with zeros at its end", () =>
    fc.assert(fc.property(e18, fc.integer({ min: 0, max: 10 }), (value, zeros) => {
      const text = formatE18(value);
      const padded = (text.includes(".") ? text : `${text}.0`) + "0".repeat(zeros);
      expect(parseE18(padded)).toEqual(Option.some(value));
    })));

  test("orders as its numbers do, and becomes the nearest of them", () =>
    fc.assert(fc.property(e18, e18, (a, b) => {
      if (a <= b) expect(e18ToNumber(a)).toBeLessThanOrEqual(e18ToNumber(b));
      expect(e18ToNumber(a)).toBe(Number(formatE18(a)));
    })));

  // Published by the venue: the average at the start of a window, and the same as a JSON number.
  test("gives the venue's own number for a real report", () => {
    expect(e18ToNumber(78_449_058_135_307_053_957_120n)).toBe(78449.05813530706);
    expect(formatE18(85_106_875_216_891_330_000_000n)).toBe("85106.87521689133");
  });

  test.each<[string, ReadonlyArray<string>]>([
    ["half of a number", ["", ".", "1.", ".5", "+1"]],
    ["another notation", ["1e5", "0x1", "1,000", " 1"]],
    ["no number", ["NaN"]],
    ["a nineteenth decimal", ["1.0000000000000000001"]],
  ])("refuses %s", (_, texts) => {
    expect(texts.filter((text) => Option.isSome(parseE18(text)))).toEqual([]);
  });
});
