import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isWholeNumber, wholeDigits } from "../../core/whole_number.ts";

/** Text of a number, which may have leading zeros, and what it is: `units` times 10 ** `power`. */
const number = fc.record({
  units: fc.stringMatching(/^[0-9]{1,12}$/),
  fraction: fc.stringMatching(/^([0-9]{1,8}|0{1,8})?$/),
  power: fc.option(fc.integer({ min: -14, max: 14 })),
  mark: fc.constantFrom("e", "E", "e+"),
  sign: fc.constantFrom("", "-"),
}).map(({ units, fraction, power, mark, sign }) => {
  const exponent = power === null ? "" : `${power < 0 ? mark[0] : mark}${power}`;
  return {
    text: `${sign}${units}${fraction === "" ? "" : `.${fraction}`}${exponent}`,
    // 10 ** 30 makes every one of them whole.
    scaled: BigInt(`${sign}${units}${fraction}`) *
      10n ** BigInt(30 - fraction.length + (power ?? 0)),
  };
});
const SCALE = 10n ** 30n;

describe("a whole number", () => {
  test("is one in every spelling, and nothing else is", () => {
    let whole = 0;
    fc.assert(
      fc.property(number, ({ text, scaled }) => {
        const isWhole = scaled % SCALE === 0n;
        if (isWhole && scaled > 0n) whole++;
        expect([text, isWholeNumber(text)]).toEqual([text, isWhole]);
        expect([text, wholeDigits(text)])
          .toEqual([text, isWhole && scaled >= 0n ? String(scaled / SCALE) : undefined]);
      }),
      { numRuns: 2_000 },
    );
    expect(whole).toBeGreaterThan(100);
  });

  test("has the same digits however it is written, with none lost", () => {
    const spellings = ["5", "5.0", "5e0", "50e-1", "0.5E+1", "05", `5${"0".repeat(60_000)}e-60000`];
    for (const text of spellings) expect([text, wholeDigits(text)]).toEqual([text, "5"]);
    for (const text of ["0", "-0.0", "0e-999999999", `0.${"0".repeat(60_000)}`]) {
      expect([text, wholeDigits(text)]).toEqual([text, "0"]);
    }
    expect(wholeDigits("9007199254740993.0")).toBe("9007199254740993");
    expect(wholeDigits("1e99")).toBe(`1${"0".repeat(99)}`);
  });

  test("that is too large is not written out", () => {
    for (const text of ["1e100", "1e999999999", `1e${"9".repeat(60_000)}`, "9".repeat(60_000)]) {
      expect([isWholeNumber(text), wholeDigits(text)]).toEqual([true, undefined]);
    }
  });

  test("has no fraction, however small", () => {
    const fractions = [
      "5.5",
      "5.0000000000000000000000001",
      "1e-999999999",
      `1e-${"9".repeat(60_000)}`,
      `0.${"0".repeat(60_000)}1`,
    ];
    for (const text of fractions) {
      expect([isWholeNumber(text), wholeDigits(text)]).toEqual([false, undefined]);
    }
  });

  test.each(["", " 5", "5 ", "+5", "5.", ".5", "5e", "0x5", "5,0", "5_0", "٥", "NaN", "5\n"])(
    "is not %j",
    (text) => {
      expect([isWholeNumber(text), wholeDigits(text)]).toEqual([false, undefined]);
    },
  );
});
