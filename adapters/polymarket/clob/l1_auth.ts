/**
 * Headers that prove control of a signing key, to request API keys (L1 authentication).
 *
 * Source: the venue's documentation of L1 authentication; vectors are in the test.
 *
 * @module
 */
import { hashTypedData } from "viem/utils";
import { CHAIN_ID, type Hex } from "./contracts.ts";
import { signDigest } from "./digest_signature.ts";

/** A claim to control the key of an address. The nonce distinguishes its API keys. */
export interface L1Claim {
  readonly address: string;
  readonly timestampSec: number;
  readonly nonce: number;
  /** Default: Polygon. */
  readonly chainId?: number;
}

const CLOB_AUTH = [
  { name: "address", type: "address" },
  { name: "timestamp", type: "string" },
  { name: "nonce", type: "uint256" },
  { name: "message", type: "string" },
] as const;

/** Returns the digest that is signed: EIP-712, with a domain that names no contract. */
export function l1Digest({ address, timestampSec, nonce, chainId = CHAIN_ID }: L1Claim): Hex {
  return hashTypedData({
    domain: { name: "ClobAuthDomain", version: "1", chainId },
    types: { ClobAuth: CLOB_AUTH },
    primaryType: "ClobAuth",
    message: {
      address: address as Hex,
      timestamp: String(timestampSec),
      nonce: BigInt(nonce),
      message: "This message attests that I control the given wallet",
    },
  });
}

/** Returns the four headers of one request. */
export function l1Headers(
  claim: L1Claim,
  signingKey: Uint8Array,
): Record<string, string> {
  return {
    POLY_ADDRESS: claim.address,
    POLY_SIGNATURE: signDigest(l1Digest(claim), signingKey),
    POLY_TIMESTAMP: String(claim.timestampSec),
    POLY_NONCE: String(claim.nonce),
  };
}
