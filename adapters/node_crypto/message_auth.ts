/**
 * Authenticates texts with HMAC-SHA-256 (RFC 2104), under a key for each purpose that HKDF derives
 * from the wallet key (RFC 5869).
 *
 * The wallet key itself authenticates nothing: how many texts are signed is up to callers, and must
 * not count against what it seals.
 *
 * @module
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { Effect, Layer, Redacted } from "effect";
import { MessageAuth } from "../../core/port/message_auth.ts";
import { SecretBoxOff } from "../../core/port/secret_box.ts";
import type { SecretBoxKeys } from "./secret_box.ts";

/** Separates these keys from every other derivation. */
const LABEL = "strikeline: authentication of ";
const KEY_BYTES = 32;

/** Provides it with these keys: the current one makes codes, and both check them. */
export function layerMessageAuth({ key, previousKey }: SecretBoxKeys): Layer.Layer<MessageAuth> {
  const keys = previousKey === undefined ? [key] : [key, previousKey];
  return Layer.succeed(MessageAuth, {
    codeOf: (text, purpose) => Effect.sync(() => code(text, purpose, key)),
    isCodeOf: (sent, text, purpose) =>
      Effect.sync(() => keys.some((one) => isEqual(sent, code(text, purpose, one)))),
  });
}

/** Provides one that always fails: `setting` names what the operator has to set. */
export function layerMessageAuthOff(setting: string): Layer.Layer<MessageAuth> {
  const off = Effect.fail(new SecretBoxOff({ setting }));
  return Layer.succeed(MessageAuth, { codeOf: () => off, isCodeOf: () => off });
}

function code(text: string, purpose: string, key: Redacted.Redacted<Uint8Array>): string {
  const derived = hkdfSync("sha256", Redacted.value(key), "", LABEL + purpose, KEY_BYTES);
  return createHmac("sha256", new Uint8Array(derived)).update(text).digest("base64url");
}

/** Compares the texts, because two texts of base64url may stand for the same bytes. */
function isEqual(sent: string, expected: string): boolean {
  const [left, right] = [Buffer.from(sent), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
