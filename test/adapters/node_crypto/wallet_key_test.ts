import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { parseWalletKey } from "../../../adapters/node_crypto/wallet_key.ts";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe("wallet key", () => {
  test("is read from either alphabet, with padding or without, and with space around it", () => {
    fc.assert(
      fc.property(
        bytes(32),
        fc.constantFrom("base64" as const, "base64url" as const),
        fc.boolean(),
        fc.constantFrom("", " ", "\n"),
        (key, alphabet, omitPadding, space) => {
          const text = `${space}${key.toBase64({ alphabet, omitPadding })}${space}`;
          expect(parseWalletKey(text)).toEqual(Option.some(key));
        },
      ),
      { examples: [[new Uint8Array(32).fill(255), "base64url", true, ""]] },
    );
  });

  test("has 32 bytes, no more and no less", () => {
    const key = fc.integer({ min: 0, max: 64 }).filter((n) => n !== 32).chain(bytes);
    fc.assert(fc.property(key, (key) => {
      expect(parseWalletKey(key.toBase64())).toEqual(Option.none());
    }));
  });

  test("is one text an alphabet: what is mistyped at its end is noticed", () => {
    const text = new Uint8Array(32).fill(7).toBase64();
    expect(Option.isSome(parseWalletKey(text))).toBe(true);
    const last = text.charCodeAt(42);
    const wrong = [
      text.slice(0, 42) + String.fromCharCode(last + 1) + "=",
      `${text}=`,
      `${text} x`,
      text.slice(1),
      text.replace("B", " "),
      `+_${text.slice(2)}`,
      `0x${"0".repeat(64)}`,
      "0".repeat(64),
      "",
    ];
    for (const one of wrong) expect(parseWalletKey(one)).toEqual(Option.none());
  });

  test("is refused for most text, without a throw", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.base64String({ maxLength: 48 })), (text) => {
      const key = parseWalletKey(text);
      expect(Option.isNone(key) || key.value.length === 32).toBe(true);
    }));
  });
});
