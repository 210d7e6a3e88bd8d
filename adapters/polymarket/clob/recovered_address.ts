/**
 * Whose key has signed a digest.
 *
 * @module
 */
import { Option } from "effect";
import { recover } from "tiny-secp256k1";
import { publicKeyToAddress } from "viem/accounts";
import { bytesToHex, hexToBytes } from "viem/utils";
import type { Hex } from "./contracts.ts";

/** r, s and v, as `0x` and hex digits. */
const SIGNATURE = /^0x[0-9a-f]{130}$/i;
const POINT_BYTES = 64;

/** Returns the checksummed address of the key; none where the signature is nobody's. */
export function recoveredAddress(digest: Hex, signature: string): Option.Option<string> {
  if (!SIGNATURE.test(signature)) return Option.none();
  const bytes = hexToBytes(signature as Hex);
  // Some signers write 0 and 1, others 27 and 28.
  const parity = (bytes[POINT_BYTES] ?? 0) % 27;
  if (parity !== 0 && parity !== 1) return Option.none();
  try {
    const key = recover(hexToBytes(digest), bytes.subarray(0, POINT_BYTES), parity, false);
    return Option.map(
      Option.fromNullishOr(key),
      (found) => publicKeyToAddress(bytesToHex(found)),
    );
  } catch {
    return Option.none();
  }
}
