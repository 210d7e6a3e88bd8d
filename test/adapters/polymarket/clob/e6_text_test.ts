import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readE6 } from "../../../../adapters/polymarket/clob/e6_text.ts";

describe("readE6()", () => {
  test.each([
    ["0.45", 450_000n],
    [".48", 480_000n],
    ["007.10", 7_100_000n],
    ["123456789012345", 123_456_789_012_345_000_000n],
    ["5.", undefined],
    ["0.1000000", undefined],
    ["1234567890123456", undefined],
    ["٣", undefined],
    [0.5, undefined],
    [null, undefined],
    [["1"], undefined],
  ])("reads %p as %p", (value, valueE6) => expect(readE6(value)).toBe(valueE6));
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
