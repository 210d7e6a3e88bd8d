/**
 * Signs digests with a key.
 *
 * Uses libsecp256k1, because every order waits for its signature: the usual library takes twice as
 * long, and needs the key as text, which cannot be overwritten.
 *
 * @module
 */
import { signRecoverable } from "tiny-secp256k1";
import { bytesToHex, concat, hexToBytes, numberToHex } from "viem/utils";
import type { Hex } from "./contracts.ts";

/** The last byte of a signature for an even point; an odd point has one more. */
const V_EVEN = 27;

/**
 * Returns the key's signature of a digest: 65 bytes, r, s and v (27 or 28), deterministic (RFC
 * 6979). Throws for bytes that are no valid key, without revealing them.
 */
export function signDigest(digest: Hex, signingKey: Uint8Array): Hex {
  try {
    const { signature, recoveryId } = signRecoverable(hexToBytes(digest), signingKey);
    return concat([bytesToHex(signature), numberToHex(V_EVEN + recoveryId)]);
  } catch {
    throw new Error("Cannot sign: these bytes are no signing key");
  }
}
