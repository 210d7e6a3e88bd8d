import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readE6 } from "../../../../adapters/polymarket/clob/e6_text.ts";

describe("readE6()", () => {
  test.each([
    ["0.45", 450_000n],
    [".48", 480_000n],
    ["5", 5_000_000n],
    ["219.217767", 219_217_767n],
    ["0.000001", 1n],
    ["0", 0n],
    ["007.10", 7_100_000n],
    ["123456789012345", 123_456_789_012_345_000_000n],
  ])("reads %p", (text, valueE6) => expect(readE6(text)).toBe(valueE6));

  test.each([
    "",
    ".",
    "5.",
    "-1",
    "+1",
    "1e3",
    "0x1",
    " 1",
    "1\n",
    "1,5",
    "NaN",
    "Infinity",
    "0.1234567",
    "0.1000000",
    "1234567890123456",
    "٣",
    0.5,
    1,
    1n,
    null,
    undefined,
    [["1"]],
    {},
  ])("reads no %p", (value) => expect(readE6(value)).toBeUndefined());

  test("keeps every digit", () => {
    const whole = fc.bigInt({ min: 0n, max: 999_999_999_999_999n });
    const decimals = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 });
    fc.assert(fc.property(whole, decimals, (units, digits) => {
      const text = digits.length === 0 ? `${units}` : `${units}.${digits.join("")}`;
      const valueE6 = readE6(text) ?? -1n;
      const [back = "", rest = ""] = [`${valueE6 / 1_000_000n}`, `${valueE6 % 1_000_000n}`];
      expect(back).toBe(`${units}`);
      expect(rest.padStart(6, "0").startsWith(digits.join(""))).toBe(true);
      expect(Number(rest.padStart(6, "0").slice(digits.length))).toBe(0);
    }));
  });
});

test("reads what a regular expression reads, and refuses the rest", () => {
  const plain = (text: string) => {
    const digits = /^(?=.)(\d{0,15})(?:\.(\d{1,6}))?$/.exec(text);
    return digits === null
      ? undefined
      : BigInt((digits[1] ?? "") + (digits[2] ?? "").padEnd(6, "0"));
  };
  const unit = fc.constantFrom(..."0123456789012345678901234567890123456789.");
  const text = fc.oneof(
    fc.string({ unit, maxLength: 24 }),
    fc.string({ unit: fc.constantFrom(..."0.5-e+ /:٣"), maxLength: 5 }),
    fc.tuple(fc.maxSafeNat(), fc.nat(1_000_000)).map(([whole, part]) => `${whole}.${part}`),
  );
  fc.assert(fc.property(text, (text) => expect(readE6(text)).toBe(plain(text))));
});
