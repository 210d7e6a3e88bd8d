import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import {
  isWholeKey,
  KEY_BYTES,
  lastFourOfKey,
  makeApiKey,
  modeOfKey,
  prefixOfKey,
} from "../../../core/access/mod.ts";

const world = fc.constantFrom("live" as const, "test" as const);
const bytes = fc.uint8Array({ minLength: KEY_BYTES, maxLength: KEY_BYTES });
const key = fc.tuple(world, bytes).map(([world, bytes]) => makeApiKey(world, bytes));
const BASE_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("makeApiKey()", () => {
  test("formats keys of one length that name their environment", () =>
    fc.assert(fc.property(world, bytes, (world, bytes) => {
      const text = makeApiKey(world, bytes);
      expect(text).toMatch(/^sk_(live|test)_[0-9A-Za-z]{49}$/);
      expect(isWholeKey(text)).toBe(true);
      expect(modeOfKey(text)).toEqual(Option.some(world));
    })));

  test("writes other bytes as another key", () =>
    fc.assert(fc.property(world, bytes, bytes, (world, one, other) => {
      const isSame = one.every((byte, at) => byte === other[at]);
      expect(makeApiKey(world, one) === makeApiKey(world, other)).toBe(isSame);
    })));

  test("encodes 2^256 - 1 and 0 in base 62", () => {
    const secretOf = (byte: number) =>
      makeApiKey("live", new Uint8Array(KEY_BYTES).fill(byte)).slice(8, -6);
    expect(secretOf(0)).toBe("0".repeat(43));
    const value = [...secretOf(255)].reduce(
      (sum, digit) => sum * 62n + BigInt(BASE_62.indexOf(digit)),
      0n,
    );
    expect(value).toBe(2n ** 256n - 1n);
  });

  test("ends with the CRC-32 of the text before it", () =>
    fc.assert(fc.property(key, (text) => {
      const checksum = [...text.slice(-6)].reduce(
        (sum, digit) => sum * 62 + BASE_62.indexOf(digit),
        0,
      );
      expect(checksum).toBe(Bun.hash.crc32(text.slice(0, -6)));
    })));
});

describe("isWholeKey()", () => {
  test("detects every changed character, two swapped ones, and a truncation", () =>
    fc.assert(fc.property(key, fc.nat({ max: 56 }), fc.nat({ max: 61 }), (text, at, digit) => {
      const slipped = text.slice(0, at) + BASE_62[digit] + text.slice(at + 1);
      expect(isWholeKey(slipped)).toBe(slipped === text);
      const swapped = text.slice(0, at) + text.slice(at, at + 2).split("").reverse().join("") +
        text.slice(at + 2);
      expect(isWholeKey(swapped)).toBe(swapped === text);
      expect(isWholeKey(text.slice(0, at))).toBe(false);
      expect(isWholeKey(text + BASE_62[digit])).toBe(false);
    })));

  test("rejects a key of the other environment", () =>
    fc.assert(fc.property(bytes, (bytes) => {
      const swapped = makeApiKey("live", bytes).replace("live", "test");
      expect(isWholeKey(swapped)).toBe(false);
    })));
});

test("a key is named by its beginning and its end, which are far from the whole", () => {
  const text = makeApiKey("test", new Uint8Array(KEY_BYTES).fill(7));
  expect([prefixOfKey(text), lastFourOfKey(text)]).toEqual([text.slice(0, 16), text.slice(-4)]);
});
