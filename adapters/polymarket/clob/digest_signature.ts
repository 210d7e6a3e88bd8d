/**
 * Signs digests with a key.
 *
 * By libsecp256k1, as whoever waits for an order waits for its signature: the field's usual library
 * takes twice as long, and wants the key as text, which nobody can overwrite.
 *
 * @module
 */
import { signRecoverable } from "tiny-secp256k1";
import { bytesToHex, concat, hexToBytes, numberToHex } from "viem/utils";
import type { Hex } from "./contracts.ts";

/** The last byte of a signature is this for an even point, and one more for an odd one. */
const V_EVEN = 27;

/**
 * The key's signature of a digest: 65 bytes, r, s and v (27 or 28), the same every time (RFC 6979).
 * Throws for bytes that are no key, without telling what they are.
 */
export function signDigest(digest: Hex, signingKey: Uint8Array): Hex {
  try {
    const { signature, recoveryId } = signRecoverable(hexToBytes(digest), signingKey);
    return concat([bytesToHex(signature), numberToHex(V_EVEN + recoveryId)]);
  } catch {
    throw new Error("Cannot sign: these bytes are no signing key");
  }
}
