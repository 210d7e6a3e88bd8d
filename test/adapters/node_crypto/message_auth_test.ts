import { describe, expect, test } from "bun:test";
import { Effect, Redacted } from "effect";
import fc from "fast-check";
import {
  layerMessageAuth,
  layerMessageAuthOff,
} from "../../../adapters/node_crypto/message_auth.ts";
import { MessageAuth } from "../../../core/port/message_auth.ts";
import { SecretBoxOff } from "../../../core/port/secret_box.ts";
import { newWalletKey } from "../../contract/secret_box_contract.ts";

const open = (key: Uint8Array, previousKey?: Uint8Array) =>
  Effect.runSync(MessageAuth.pipe(Effect.provide(layerMessageAuth({
    key: Redacted.make(key),
    previousKey: previousKey && Redacted.make(previousKey),
  }))));

describe("message authentication of node:crypto", () => {
  test("knows its own codes of any text and purpose, and no other code", () => {
    const auth = open(newWalletKey());
    fc.assert(fc.property(fc.string(), fc.string(), fc.string(), (text, purpose, other) => {
      const code = Effect.runSync(auth.codeOf(text, purpose));
      expect(code).toMatch(/^[\w-]{43}$/);
      const isCode = (sent: string, of: string, at: string) =>
        Effect.runSync(auth.isCodeOf(sent, of, at));
      expect(isCode(code, text, purpose)).toBe(true);
      expect(isCode(code, `${text}.`, purpose)).toBe(false);
      expect(isCode(code, text, `${purpose}.`)).toBe(false);
      expect(isCode(other, text, purpose)).toBe(false);
    }));
  });

  test("does not know a code with any other character, even of the same bytes", () => {
    const auth = open(newWalletKey());
    const code = Effect.runSync(auth.codeOf("text", "purpose"));
    for (const at of [...code].keys()) {
      for (const char of "AEIQgw09-_") {
        if (code[at] === char) continue;
        const changed = code.slice(0, at) + char + code.slice(at + 1);
        expect(Effect.runSync(auth.isCodeOf(changed, "text", "purpose"))).toBe(false);
      }
    }
  });

  test("is HMAC-SHA-256 under a key of HKDF, as another library computes it", async () => {
    const key = newWalletKey() as Uint8Array<ArrayBuffer>;
    const code = Effect.runSync(open(key).codeOf("a text é", "a purpose"));
    const source = await crypto.subtle.importKey("raw", key, "HKDF", false, ["deriveKey"]);
    const info = new TextEncoder().encode("strikeline: authentication of a purpose");
    const derived = await crypto.subtle.deriveKey(
      { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info },
      source,
      { name: "HMAC", hash: "SHA-256", length: 256 },
      false,
      ["sign"],
    );
    const bytes = await crypto.subtle.sign("HMAC", derived, new TextEncoder().encode("a text é"));
    expect(code).toBe(Buffer.from(bytes).toString("base64url"));
  });

  test("knows codes of the previous key, and makes none with it", () => {
    const [newKey, oldKey] = [newWalletKey(), newWalletKey()];
    const [before, between, after] = [open(oldKey), open(newKey, oldKey), open(newKey)];
    const code = (auth: MessageAuth["Service"]) => Effect.runSync(auth.codeOf("text", "purpose"));
    const knows = (auth: MessageAuth["Service"], sent: string) =>
      Effect.runSync(auth.isCodeOf(sent, "text", "purpose"));
    expect(knows(between, code(before))).toBe(true);
    expect(code(between)).toBe(code(after));
    expect([knows(after, code(before)), knows(before, code(after))]).toEqual([false, false]);
  });

  test("is off if no key is set, and names the setting", () => {
    const auth = Effect.runSync(
      MessageAuth.pipe(Effect.provide(layerMessageAuthOff("WALLET_KEY"))),
    );
    const failures = [auth.codeOf("", ""), auth.isCodeOf("", "", "")]
      .map((asked) => Effect.runSync(Effect.flip<unknown, SecretBoxOff, never>(asked)));
    expect(failures.map(({ setting }) => setting)).toEqual(["WALLET_KEY", "WALLET_KEY"]);
  });
});
