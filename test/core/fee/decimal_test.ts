import { describe, expect, test } from "bun:test";
import { BigDecimal, Option } from "effect";
import fc from "fast-check";
import { formatDecimal, parseDecimal } from "../../../core/fee/mod.ts";

/** The double nearest to a tenth, written out as languages with decimals do. */
const FLOAT = "0.1000000000000000055511151231257827021181583404541015625";

const read = (text: string) => Option.getOrNull(Option.map(parseDecimal(text), formatDecimal));

describe("parseDecimal", () => {
  test.each([
    ["0", "0"],
    ["-0", "0"],
    ["100", "100"],
    ["100.00", "100"],
    ["1e2", "100"],
    ["1E+2", "100"],
    ["1.5e-3", "0.0015"],
    ["-0.25", "-0.25"],
    ["0.30000000000000000001", "0.30000000000000000001"],
    [FLOAT, FLOAT],
    [`0.${"0".repeat(60)}1e61`, "1"],
    ["1".repeat(100), "1".repeat(100)],
  ])("reads %s", (text, written) => expect(read(text)).toBe(written));

  test.each<[string, ReadonlyArray<string>]>([
    ["space", ["", " 1", "1 ", "1\n"]],
    ["half of a number", ["+1", ".5", "5.", "1e", "1e1.5"]],
    ["another notation", ["0x10", "1_000", "1,5", "1n", "\u0661"]],
    ["no number", ["NaN", "Infinity"]],
    ["too large a power", ["1e201", "1e-201", "1e999999999", "1e-99999999999999999999"]],
    ["too many digits", ["1".repeat(101)]],
  ])("returns none for %s", (_, texts) => {
    expect(texts.filter((text) => Option.isSome(parseDecimal(text)))).toEqual([]);
  });

  test("parses any number that it formatted", () =>
    fc.assert(fc.property(fc.bigInt(), fc.integer({ min: -20, max: 60 }), (value, scale) => {
      const decimal = BigDecimal.make(value, scale);
      const text = formatDecimal(decimal);
      fc.pre(text.length <= 100);
      expect(text).not.toMatch(/\.\d*0$|[e+]|\.$|^-0$/);
      expect(BigDecimal.equals(Option.getOrThrow(parseDecimal(text)), decimal)).toBe(true);
    })));

  test("parses the text of every double back to that double", () =>
    fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      fc.pre(Math.abs(number) < 1e60 && (number === 0 || Math.abs(number) > 1e-60));
      expect(Number(read(String(number)))).toBe(number === 0 ? 0 : number);
    })));
});
