/**
 * Signing keys as bytes, and the addresses that belong to them.
 *
 * A key stays bytes, which can be overwritten. It never becomes text.
 *
 * @module
 */
import { Option } from "effect";
import { pointFromScalar } from "tiny-secp256k1";
import { publicKeyToAddress } from "viem/accounts";
import { bytesToHex, getAddress, isAddress } from "viem/utils";

/** The length of a signing key. */
const KEY_BYTES = 32;

/** An address without a checksum: its letters are all lower or all upper case. */
const PLAIN_ADDRESS = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/;

/**
 * Returns the address of a signing key, with its checksum (EIP-55); none for bytes that are no key:
 * not 32 bytes, zero, or not below the order of secp256k1.
 */
export function addressOf(signingKey: Uint8Array): Option.Option<string> {
  if (signingKey.length !== KEY_BYTES) return Option.none();
  try {
    const publicKey = pointFromScalar(signingKey, false);
    return Option.map(
      Option.fromNullishOr(publicKey),
      (bytes) => publicKeyToAddress(bytesToHex(bytes)),
    );
  } catch {
    return Option.none();
  }
}

/**
 * Reads a key of 64 hexadecimal digits from ASCII, with or without `0x` and surrounding space. Does
 * not change the text or make a string of it. {@linkcode addressOf} checks that it is a valid key.
 */
export function readSigningKey(text: Uint8Array): Option.Option<Uint8Array> {
  const trimmed = trim(text);
  const hasPrefix = trimmed[0] === 0x30 && trimmed[1] === 0x78;
  const digits = hasPrefix ? trimmed.subarray(2) : trimmed;
  if (digits.length !== KEY_BYTES * 2) return Option.none();
  const key = new Uint8Array(KEY_BYTES);
  for (const [i, byte] of digits.entries()) {
    const digit = digitOf(byte);
    if (digit === undefined) {
      key.fill(0);
      return Option.none();
    }
    key[i >> 1] = (key[i >> 1] ?? 0) << 4 | digit;
  }
  return Option.some(key);
}

/**
 * Returns an address with its checksum (EIP-55); none for other text. Mixed case is a checksum,
 * which must be right.
 */
export function checksumAddress(text: string): Option.Option<string> {
  return PLAIN_ADDRESS.test(text) || isAddress(text)
    ? Option.some(getAddress(text))
    : Option.none();
}

/** Strips surrounding spaces, tabs and line ends. Returns a view, not a copy. */
function trim(text: Uint8Array): Uint8Array {
  const isSpace = (byte: number) => byte === 0x20 || (0x09 <= byte && byte <= 0x0d);
  const start = text.findIndex((byte) => !isSpace(byte));
  return start < 0 ? text.subarray(0, 0) : text.subarray(
    start,
    text.findLastIndex((byte) => !isSpace(byte)) + 1,
  );
}

/** Returns the value of a hexadecimal digit in ASCII. */
function digitOf(byte: number): number | undefined {
  if (0x30 <= byte && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return 0x61 <= letter && letter <= 0x66 ? letter - 0x61 + 10 : undefined;
}
