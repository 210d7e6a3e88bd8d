/**
 * API keys as text: `sk_live_` or `sk_test_`, 32 random bytes in base 62, and a checksum.
 *
 * The checksum distinguishes a truncated or mistyped key from an unknown one without querying the
 * store.
 *
 * @module
 */
import { Option } from "effect";
import { type Account } from "./account.ts";
import { type Scope } from "./scope.ts";

/** The kind of service that accepts a key: `live` services or sandboxes (`test`). */
export type KeyMode = "live" | "test";

/** The stored record of a key, never the key itself. Instants are unix milliseconds. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  /** What its owner calls it; empty without a name. */
  readonly name: string;
  /** The session of the console whose own key this is; none for an issued key. */
  readonly sessionId: Option.Option<string>;
  /** The first characters of the key: enough to identify it, too few to guess it. */
  readonly prefix: string;
  readonly lastFour: string;
  readonly scopes: ReadonlyArray<Scope>;
  readonly createdMs: number;
  readonly lastUsedMs: Option.Option<number>;
  readonly revokedMs: Option.Option<number>;
}

/** A key with the account that owns it. */
export interface KeyHolder {
  readonly key: ApiKey;
  readonly account: Account;
}

/** The most keys of an account that are not revoked. */
export const KEYS_MAX = 50;

/** The most revoked keys of an account that are listed: whoever makes keys revokes any number. */
export const REVOKED_KEYS_LISTED = 50;

/** The number of random bytes in a key. */
export const KEY_BYTES = 32;

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 32 bytes in base 62, padded: 62^43 is the first power above 2^256. */
const SECRET_CHARS = 43;
/** 32 bits in base 62, padded. */
const CHECKSUM_CHARS = 6;
/** The `sk_live_` or `sk_test_` marker and eight characters of the secret. */
const PREFIX_CHARS = "sk_live_".length + 8;
const SHAPE = /^sk_(live|test)_[0-9A-Za-z]{49}$/;

/** Formats {@linkcode KEY_BYTES} random bytes as a key. */
export function makeApiKey(world: KeyMode, bytes: Uint8Array): string {
  const secret = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const text = `sk_${world}_${toBase62(secret, SECRET_CHARS)}`;
  return text + checksumOf(text);
}

/** Returns the world that a key's marker names; none for text without such a marker. */
export function modeOfKey(text: string): Option.Option<KeyMode> {
  if (text.startsWith("sk_live_")) return Option.some("live");
  return text.startsWith("sk_test_") ? Option.some("test") : Option.none();
}

/** Returns whether a key is complete: the right length, with a matching checksum. */
export function isWholeKey(text: string): boolean {
  return SHAPE.test(text) && checksumOf(text.slice(0, -CHECKSUM_CHARS)) ===
      text.slice(-CHECKSUM_CHARS);
}

/** The part of a key that identifies it in listings. */
export function prefixOfKey(text: string): string {
  return text.slice(0, PREFIX_CHARS);
}

/** The last four characters of a key, which help a reader distinguish keys. */
export function lastFourOfKey(text: string): string {
  return text.slice(-4);
}

function checksumOf(text: string): string {
  return toBase62(BigInt(crc32(text)), CHECKSUM_CHARS);
}

function toBase62(value: bigint, chars: number): string {
  let text = "";
  for (let rest = value; text.length < chars; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text;
}

/** CRC-32 of ASCII text, as in ISO 3309 and zip files. Detects typing errors; not for security. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
