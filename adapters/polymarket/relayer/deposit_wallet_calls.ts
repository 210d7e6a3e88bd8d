/**
 * Calls of a deposit wallet (type 3): a batch that its owner signs, with a deadline.
 *
 * @module
 */
import { hashTypedData } from "viem/utils";
import { CHAIN_ID, type Hex } from "../clob/contracts.ts";
import { signDigest } from "../clob/digest_signature.ts";
import type { RelayedCalls } from "./relayed_calls.ts";

/** The factory that made the wallet, and passes the batch on. */
export const DEPOSIT_WALLET_FACTORY: Hex = "0x00000000000Fb5C9ADea0298D729A0CB3823Cc07";

const TYPES = {
  Batch: [
    { name: "wallet", type: "address" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
    { name: "calls", type: "Call[]" },
  ],
  Call: [
    { name: "target", type: "address" },
    { name: "value", type: "uint256" },
    { name: "data", type: "bytes" },
  ],
} as const;

/** Returns the body to submit. */
export function depositWalletBody(batch: RelayedCalls, signingKey: Uint8Array): string {
  const { calls, signer, wallet, nonce, deadlineSec } = batch;
  return JSON.stringify({
    type: "WALLET",
    from: signer,
    to: DEPOSIT_WALLET_FACTORY,
    nonce: String(nonce),
    signature: signDigest(batchDigest(batch), signingKey),
    metadata: "",
    depositWalletParams: {
      depositWallet: wallet,
      deadline: String(deadlineSec),
      calls: calls.map(({ to, data }) => ({ target: to, value: "0", data })),
    },
  });
}

function batchDigest({ calls, wallet, nonce, deadlineSec }: RelayedCalls): Hex {
  return hashTypedData({
    domain: {
      name: "DepositWallet",
      version: "1",
      chainId: CHAIN_ID,
      verifyingContract: wallet,
    },
    types: TYPES,
    primaryType: "Batch",
    message: {
      wallet,
      nonce,
      deadline: BigInt(deadlineSec),
      calls: calls.map(({ to, data }) => ({ target: to, value: 0n, data })),
    },
  });
}
