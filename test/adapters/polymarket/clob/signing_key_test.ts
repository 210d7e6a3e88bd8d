import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { getAddress } from "viem/utils";
import {
  addressOf,
  checksumAddress,
  readSigningKey,
} from "../../../../adapters/polymarket/clob/signing_key.ts";
import { DEV_ADDRESS, DEV_KEY_HEX as DEV_KEY } from "./dev_wallet.ts";

/** SEC 2, section 2.4.1. */
const ORDER = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";

const ascii = (text: string) => new TextEncoder().encode(text);
const hex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

describe("the address of a key", () => {
  test("is the known one", () => expect(addressOf(hex(DEV_KEY))).toEqual(Option.some(DEV_ADDRESS)));

  test("is there up to the last key below the order of the curve", () => {
    const last = hex(ORDER);
    last[31] = 0x40;
    expect(Option.isSome(addressOf(last))).toBe(true);
    expect(Option.isSome(addressOf(hex("1".padStart(64, "0"))))).toBe(true);
  });

  test.each([
    ["zero", hex("0".repeat(64))],
    ["the order of the curve", hex(ORDER)],
    ["the greatest number", hex("f".repeat(64))],
    ["31 bytes", hex(DEV_KEY).subarray(1)],
    ["33 bytes", hex(`00${DEV_KEY}`)],
    ["nothing", hex("")],
  ])("is not there for %s", (_, bytes) => expect(addressOf(bytes)).toEqual(Option.none()));
});

describe("reading a key", () => {
  const space = fc.string({ unit: fc.constantFrom(" ", "\t", "\r", "\n"), maxLength: 4 });

  test("gives the bytes that were written, whatever is around them", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.constantFrom("", "0x"),
        fc.boolean(),
        fc.tuple(space, space),
        (key, prefix, isUpper, [before, after]) => {
          const digits = Buffer.from(key).toString("hex");
          const text = before + prefix + (isUpper ? digits.toUpperCase() : digits) + after;
          const bytes = ascii(text);
          expect(readSigningKey(bytes)).toEqual(Option.some(key));
          expect(bytes).toEqual(ascii(text));
        },
      ),
    );
  });

  test("gives bytes that live on when the text is overwritten", () => {
    const text = ascii(DEV_KEY);
    const key = Option.getOrThrow(readSigningKey(text));
    text.fill(0);
    expect(key).toEqual(hex(DEV_KEY));
  });

  test.each([
    "",
    " \n",
    "0x",
    DEV_KEY.slice(1),
    `${DEV_KEY}0`,
    `0x0x${DEV_KEY.slice(2)}`,
    `0x ${DEV_KEY}`,
    `${DEV_KEY.slice(0, 32)} ${DEV_KEY.slice(32)}`,
    ...["g", "/", ":", "@", "`", "G", "\0", "\x10"].map((bad) => DEV_KEY.slice(1) + bad),
  ])("finds none in %j", (text) => expect(readSigningKey(ascii(text))).toEqual(Option.none()));
});

describe("an address", () => {
  test("is known in any case, with the checksum that a library writes", () => {
    fc.assert(fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
      const digits = bytes.toHex();
      const address = getAddress(`0x${digits}`);
      for (const text of [address, `0x${digits}`, `0x${digits.toUpperCase()}`]) {
        expect(checksumAddress(text)).toEqual(Option.some(address));
      }
    }));
  });

  test("with a wrong letter in its checksum is invalid", () => {
    for (const i of DEV_ADDRESS.slice(2).matchAll(/[a-z]/gi)) {
      const at = i.index + 2;
      const letter = DEV_ADDRESS.charAt(at);
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      const text = DEV_ADDRESS.slice(0, at) + other + DEV_ADDRESS.slice(at + 1);
      expect(checksumAddress(text)).toEqual(Option.none());
    }
  });

  test.each([
    "",
    "0x",
    DEV_ADDRESS.slice(2),
    DEV_ADDRESS.slice(0, -1),
    `${DEV_ADDRESS}0`,
    ` ${DEV_ADDRESS}`,
    `${DEV_ADDRESS}\n`,
    DEV_ADDRESS.replace("0x", "0X"),
    `0x${"g".repeat(40)}`,
  ])("is refused as %j", (text) => expect(checksumAddress(text)).toEqual(Option.none()));
});
