/**
 * The headers with which the holder of a key asks for API keys.
 *
 * Source: the venue's documentation of L1 authentication; vectors are in the test.
 *
 * @module
 */
import { hashTypedData } from "viem/utils";
import { CHAIN_ID, type Hex } from "./contracts.ts";
import { signDigest } from "./digest_signature.ts";

/** Who claims to hold the key of an address. The nonce tells one address's API keys apart. */
export interface L1Claim {
  readonly address: string;
  readonly timestampSec: number;
  readonly nonce: number;
  /** Polygon where it is left out. */
  readonly chainId?: number;
}

const CLOB_AUTH = [
  { name: "address", type: "address" },
  { name: "timestamp", type: "string" },
  { name: "nonce", type: "uint256" },
  { name: "message", type: "string" },
] as const;

/** What is signed: an EIP-712 digest whose domain names no contract. */
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

/** The four headers of one request. */
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
