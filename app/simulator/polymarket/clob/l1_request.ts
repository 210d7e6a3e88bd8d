/**
 * Requests signed with a wallet's private key.
 *
 * @module
 */
import { recoverTypedDataAddress } from "viem/utils";
import { type SimulatorRequest } from "../../kit/simulator.ts";

/** The caller in lower case, and the nonce of the API key. */
export interface L1Caller {
  readonly address: string;
  readonly nonce: string;
}

const CHAIN_ID = 137;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const SIGNATURE = /^0x[0-9a-f]{130}$/i;
/** A maximum age is not documented; whole seconds are. */
const SECONDS = /^\d{1,12}$/;
/** Fits a signed word of 256 bits. */
const NONCE = /^(0|[1-9]\d{0,76})$/;

/** Returns the caller; undefined if the signature is not by the address's key. */
export async function readL1(
  { headers }: Pick<SimulatorRequest, "headers">,
): Promise<L1Caller | undefined> {
  const [address, signature, timestamp, nonce] = [
    "POLY_ADDRESS",
    "POLY_SIGNATURE",
    "POLY_TIMESTAMP",
    "POLY_NONCE",
  ].map((name) => headers.get(name) ?? "") as [string, string, string, string];
  const isWellFormed = ADDRESS.test(address) && SIGNATURE.test(signature) &&
    SECONDS.test(timestamp) && NONCE.test(nonce);
  if (!isWellFormed) return undefined;
  const caller = { address: address.toLowerCase(), nonce };
  const signer = await recover({ ...caller, timestamp, signature });
  return signer === caller.address ? caller : undefined;
}

/** Returns the signer's address; undefined for an invalid signature. */
async function recover(
  claim: L1Caller & { readonly timestamp: string; readonly signature: string },
): Promise<string | undefined> {
  try {
    const signer = await recoverTypedDataAddress({
      domain: { name: "ClobAuthDomain", version: "1", chainId: CHAIN_ID },
      types: {
        ClobAuth: [
          { name: "address", type: "address" },
          { name: "timestamp", type: "string" },
          { name: "nonce", type: "uint256" },
          { name: "message", type: "string" },
        ],
      },
      primaryType: "ClobAuth",
      message: {
        address: claim.address as `0x${string}`,
        timestamp: claim.timestamp,
        nonce: BigInt(claim.nonce),
        message: "This message attests that I control the given wallet",
      },
      signature: claim.signature as `0x${string}`,
    });
    return signer.toLowerCase();
  } catch {
    return undefined;
  }
}
