/**
 * Tokens of sessions and one-time links, and the API key that follows from a session's token.
 *
 * The page gets its key anew with every answer about its session, so neither the page nor the store
 * keeps it: whoever has the token can compute it, and nobody else.
 *
 * @module
 */
import { type KeyMode, lastFourOfKey, makeApiKey, prefixOfKey } from "../../../core/access/mod.ts";
import type { NewSession } from "../../../core/use_case/account/mod.ts";
import { digestOfKey } from "../edge/limit/key_digest.ts";

const TOKEN_BYTES = 32;
const SHAPE = /^[\w-]{43}$/;

/** Makes a token: 32 random bytes in base64url. */
export function newToken(): string {
  return crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))
    .toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Whether a text has the shape of a token. */
export function isToken(text: string): boolean {
  return SHAPE.test(text);
}

/** Returns the digest that is stored instead of a token: SHA-256 in lower-case hex. */
export function digestOfToken(token: string): string {
  return digestOfKey(token);
}

/** Returns the API key of a session's page. */
export function pageKeyOf(token: string, mode: KeyMode): string {
  const bytes = new Bun.CryptoHasher("sha256", token).update("api key").digest();
  return makeApiKey(mode, bytes);
}

/** Makes what a session begins with. */
export function newSession(token: string, { mode, userAgent, address }: {
  readonly mode: KeyMode;
  readonly userAgent: string;
  readonly address: string;
}): NewSession {
  const key = pageKeyOf(token, mode);
  return {
    id: Bun.randomUUIDv7(),
    tokenSha256: digestOfToken(token),
    userAgent,
    address,
    key: {
      id: Bun.randomUUIDv7(),
      prefix: prefixOfKey(key),
      lastFour: lastFourOfKey(key),
      sha256: digestOfKey(key),
    },
  };
}
