import { expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { parseConditionId, shortConditionId } from "../../../core/venue/mod.ts";

const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((drawn) => drawn.toHex());

test("a condition is the same in both of its spellings, and in any case", () => {
  fc.assert(fc.property(hexOf(31), (hex) => {
    const id = parseConditionId(`0x${hex}00`);
    expect(Option.isSome(id)).toBe(true);
    expect(parseConditionId(`0x${hex}`)).toEqual(id);
    expect(parseConditionId(`0x${hex.toUpperCase()}00`)).toEqual(id);
    expect(Option.flatMap(id, shortConditionId)).toEqual(Option.some(`0x${hex}`));
  }));
});

test("a condition has one spelling here, of 32 bytes, and conditions that differ have two", () => {
  fc.assert(fc.property(hexOf(32), hexOf(32), (one, other) => {
    const [first, second] = [one, other].map((hex) =>
      Option.getOrNull(parseConditionId(`0x${hex}`)) as string | null
    );
    expect(first).toBe(`0x${one}`);
    expect(first === second).toBe(one === other);
  }));
});

test("a condition that needs all of its bytes has no short spelling", () => {
  fc.assert(fc.property(hexOf(31), fc.integer({ min: 1, max: 255 }), (hex, last) => {
    const id = parseConditionId(`0x${hex}${last.toString(16).padStart(2, "0")}`);
    expect(Option.flatMap(id, shortConditionId)).toEqual(Option.none());
  }));
});

test.each(["", "0x", "ab".repeat(32), `0X${"a".repeat(64)}`, `0x${"a".repeat(63)}`])(
  "%p is no condition",
  (text) => {
    expect(parseConditionId(text)).toEqual(Option.none());
  },
);

test("any number of digits but two is no condition", () => {
  const digits = fc.integer({ min: 0, max: 130 }).filter((count) => count !== 62 && count !== 64);
  fc.assert(fc.property(digits, (count) => {
    expect(parseConditionId(`0x${"1".repeat(count)}`)).toEqual(Option.none());
  }));
});
