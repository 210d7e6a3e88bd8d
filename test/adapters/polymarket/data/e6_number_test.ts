import { expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { toE6 } from "../../../../adapters/polymarket/data/e6_number.ts";
import { JsonNumber } from "../../../../core/json/mod.ts";

const read = (text: string) => Option.getOrUndefined(toE6(new JsonNumber(text)));

test.each([
  ["12.340000000000002", 12_340_000n],
  ["0.30000000000000004", 300_000n],
  ["-0.000001", -1n],
  ["1e-6", 1n],
  ["2.5E2", 250_000_000n],
  ["0.0000005", 0n],
  ["0.0000015", 2n],
  ["-0.0000015", -2n],
  ["0.0000025", 2n],
  ["0.00000250000000000001", 3n],
  ["9007199254.740993", 9_007_199_254_740_993n],
  ["1e15", 10n ** 21n],
])("%s is read as %d millionths", (text, valueE6) => {
  expect(read(text)).toBe(valueE6);
});

test.each(["1.1e15", "-1e16", "1e999999999", "1e-999999999"])("%s is no amount", (text) => {
  expect(read(text)).toBeUndefined();
});

test("a number of six decimals is read as it was written, with any noise of a double", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      fc.integer({ min: 0, max: 4_999 }),
      (valueE6, noise) => {
        const digits = String(valueE6 < 0n ? -valueE6 : valueE6).padStart(7, "0");
        const tail = String(noise).padStart(10, "0");
        const text = `${valueE6 < 0n ? "-" : ""}${digits.slice(0, -6)}.${digits.slice(-6)}${tail}`;
        expect(read(text)).toBe(valueE6);
      },
    ),
  );
});
