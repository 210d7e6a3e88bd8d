/**
 * API keys as text: `sk_live_` or `sk_test_`, 32 random bytes in base 62, and a checksum.
 *
 * The checksum tells a key that was cut or mistyped from one that is merely unknown, without
 * asking the store.
 *
 * @module
 */
import { Option } from "effect";
import { type Account } from "./account.ts";
import { type Scope } from "./scope.ts";

/** Which services take a key: live ones, or sandboxes. */
export type KeyWorld = "live" | "test";

/** A key as it is kept: never the key itself. Instants are unix milliseconds. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  /** What it begins with: enough to name it, too little to guess it. */
  readonly prefix: string;
  readonly lastFour: string;
  readonly scopes: ReadonlyArray<Scope>;
  readonly createdMs: number;
  readonly lastUsedMs: Option.Option<number>;
  readonly revokedMs: Option.Option<number>;
}

/** A key and whose it is. */
export interface KeyHolder {
  readonly key: ApiKey;
  readonly account: Account;
}

/** How many random bytes a key is made of. */
export const KEY_BYTES = 32;

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 32 bytes in base 62, padded: 62^43 is the first power above 2^256. */
const SECRET_CHARS = 43;
/** 32 bits in base 62, padded. */
const CHECKSUM_CHARS = 6;
/** The world and eight digits of the secret. */
const PREFIX_CHARS = "sk_live_".length + 8;
const SHAPE = /^sk_(live|test)_[0-9A-Za-z]{49}$/;

/** Writes a key of {@linkcode KEY_BYTES} random bytes. */
export function makeApiKey(world: KeyWorld, bytes: Uint8Array): string {
  const secret = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const text = `sk_${world}_${toBase62(secret, SECRET_CHARS)}`;
  return text + checksumOf(text);
}

/** The world a key says it is of; none for text that does not begin as keys do. */
export function worldOfKey(text: string): Option.Option<KeyWorld> {
  if (text.startsWith("sk_live_")) return Option.some("live");
  return text.startsWith("sk_test_") ? Option.some("test") : Option.none();
}

/** Whether a key is whole: as long as keys are, and with the checksum of its text. */
export function isWholeKey(text: string): boolean {
  return SHAPE.test(text) && checksumOf(text.slice(0, -CHECKSUM_CHARS)) ===
      text.slice(-CHECKSUM_CHARS);
}

/** The part of a key that names it in listings. */
export function prefixOfKey(text: string): string {
  return text.slice(0, PREFIX_CHARS);
}

/** Its last four characters, for telling keys apart. */
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

/** CRC-32 of ASCII text, as in ISO 3309 and zip files. It finds slips, it protects nothing. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
