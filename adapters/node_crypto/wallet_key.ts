/**
 * Parses the operator's key, which encrypts the wallets' secrets.
 *
 * @module
 */
import { Option } from "effect";

/**
 * 32 bytes are 43 digits, of which the last carries four bits and two zeros, so that a mistyped
 * last digit is detected.
 */
const SHAPE = /^([0-9A-Za-z+/]{42}|[0-9A-Za-z_-]{42})[AEIMQUYcgkosw048]=?$/;

/** Parses 32 bytes of base64, standard or URL-safe, with or without padding. */
export function parseWalletKey(text: string): Option.Option<Uint8Array> {
  const trimmed = text.trim();
  if (!SHAPE.test(trimmed)) return Option.none();
  const standard = trimmed.replaceAll("-", "+").replaceAll("_", "/");
  return Option.some(Uint8Array.fromBase64(standard));
}
