/**
 * Signs digests with a key.
 *
 * @module
 */
import { sign } from "viem/accounts";
import { bytesToHex } from "viem/utils";
import type { Hex } from "./contracts.ts";

/**
 * The key's signature of a digest: 65 bytes, r, s and v (27 or 28), the same every time (RFC 6979).
 * Throws for bytes that are no key, without telling what they are: the library's own error does.
 */
export async function signDigest(digest: Hex, signingKey: Uint8Array): Promise<Hex> {
  try {
    return await sign({ hash: digest, privateKey: bytesToHex(signingKey), to: "hex" });
  } catch {
    throw new Error("Cannot sign: these bytes are no signing key");
  }
}
