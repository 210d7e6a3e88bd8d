import { expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { parseConditionId } from "../../../core/venue/mod.ts";
import { positionIdOf, positionParts } from "./arbitrary_position.ts";

const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((drawn) => drawn.toHex());
const longOf = (hex: string) => `0x${hex.padStart(64, "0")}`;

test("a condition of Protocol V2 is the same in both of its spellings, and in any case", () =>
  fc.assert(fc.property(positionParts, (parts) => {
    const long = longOf(BigInt(positionIdOf(parts, { outcome: 0 })).toString(16));
    const short = long.slice(0, -2);
    expect(parseConditionId(long)).toEqual(Option.some(long) as never);
    for (const spelling of [short, `0x${short.slice(2).toUpperCase()}`]) {
      expect(parseConditionId(spelling)).toEqual(parseConditionId(long));
    }
  })));

test("a condition has one normal form of 32 bytes, and different conditions have two", () =>
  fc.assert(fc.property(hexOf(32), hexOf(32), (one, other) => {
    const [first, second] = [one, other].map((hex) =>
      Option.getOrNull(parseConditionId(`0x${hex.toUpperCase()}`)) as string | null
    );
    expect(first).toBe(`0x${one}`);
    expect(first === second).toBe(one === other);
  })));

test("a condition of Protocol V1 without its last byte is refused", () => {
  // A value with a leading module and 64 zero bits is not a hash.
  const hash = hexOf(32).filter((hex) => !/^0[1-3].{36}0{16}/.test(hex));
  fc.assert(fc.property(hash, (hex) => {
    expect(parseConditionId(`0x${hex.slice(0, -2)}`)).toEqual(Option.none());
  }));
});

test.each<[string, ReadonlyArray<string>]>([
  ["nothing", ["", "0x"]],
  ["other marks", ["ab".repeat(32), `0X${"a".repeat(64)}`]],
  ["another length", [`0x${"a".repeat(63)}`]],
  ["a short one of no known module", [`0x${"1".repeat(62)}`, `0x04${"0".repeat(60)}`]],
  ["a short one with reserved bits", [`0x01${"0".repeat(51)}1${"0".repeat(8)}`]],
])("%s is no condition", (_, texts) => {
  expect(texts.filter((text) => Option.isSome(parseConditionId(text)))).toEqual([]);
});

test("any number of digits but two is no condition", () => {
  const digits = fc.integer({ min: 0, max: 130 }).filter((count) => count !== 62 && count !== 64);
  fc.assert(fc.property(digits, (count) => {
    expect(parseConditionId(`0x01${"0".repeat(count)}`.slice(0, 2 + count))).toEqual(Option.none());
  }));
});
