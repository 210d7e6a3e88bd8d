/**
 * Calls of a Safe (type 2): one call, or several by a contract that the Safe lends itself to.
 *
 * @module
 */
import {
  concat,
  encodeFunctionData,
  encodePacked,
  hashMessage,
  hashTypedData,
  hexToNumber,
  numberToHex,
  parseAbi,
  size,
  slice,
} from "viem/utils";
import type { ContractCall } from "../chain/contract_call.ts";
import { CHAIN_ID, type Hex } from "../clob/contracts.ts";
import { signDigest } from "../clob/digest_signature.ts";
import type { RelayedCalls } from "./relayed_calls.ts";

/** The contract that makes several calls in the Safe's place. */
export const MULTI_SEND: Hex = "0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761";

const MULTI_SEND_ABI = parseAbi(["function multiSend(bytes)"]);
const NOBODY: Hex = "0x0000000000000000000000000000000000000000";
/** The Safe makes the call, or lends itself to the called contract. */
const OPERATIONS = { call: 0, delegate: 1 } as const;
/** A Safe takes the signature of a personal message for one with this added to its last byte. */
const MESSAGE_V = 4;

const TYPES = {
  SafeTx: [
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "data", type: "bytes" },
    { name: "operation", type: "uint8" },
    { name: "safeTxGas", type: "uint256" },
    { name: "baseGas", type: "uint256" },
    { name: "gasPrice", type: "uint256" },
    { name: "gasToken", type: "address" },
    { name: "refundReceiver", type: "address" },
    { name: "nonce", type: "uint256" },
  ],
} as const;

interface SafeCall extends ContractCall {
  readonly operation: 0 | 1;
}

/** Returns the body to submit. */
export function safeBody(
  { calls, signer, wallet, nonce }: RelayedCalls,
  signingKey: Uint8Array,
): string {
  const call = together(calls);
  const digest = hashMessage({ raw: safeHash(call, { wallet, nonce }) });
  return JSON.stringify({
    type: "SAFE",
    from: signer,
    to: call.to,
    proxyWallet: wallet,
    data: call.data,
    nonce: String(nonce),
    signature: asMessage(signDigest(digest, signingKey)),
    signatureParams: {
      gasPrice: "0",
      operation: String(call.operation),
      safeTxnGas: "0",
      baseGas: "0",
      gasToken: NOBODY,
      refundReceiver: NOBODY,
    },
    metadata: "",
  });
}

function together(calls: ReadonlyArray<ContractCall>): SafeCall {
  const [only, ...others] = calls;
  if (only !== undefined && others.length === 0) return { ...only, operation: OPERATIONS.call };
  const packed = calls.map(({ to, data }) =>
    encodePacked(
      ["uint8", "address", "uint256", "uint256", "bytes"],
      [OPERATIONS.call, to, 0n, BigInt(size(data)), data],
    )
  );
  const args = [concat(packed)] as const;
  const data = encodeFunctionData({ abi: MULTI_SEND_ABI, functionName: "multiSend", args });
  return { to: MULTI_SEND, data, operation: OPERATIONS.delegate };
}

function safeHash(
  { to, data, operation }: SafeCall,
  { wallet, nonce }: Pick<RelayedCalls, "wallet" | "nonce">,
): Hex {
  return hashTypedData({
    domain: { chainId: CHAIN_ID, verifyingContract: wallet },
    types: TYPES,
    primaryType: "SafeTx",
    message: {
      to,
      value: 0n,
      data,
      operation,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: NOBODY,
      refundReceiver: NOBODY,
      nonce,
    },
  });
}

function asMessage(signature: Hex): Hex {
  const v = hexToNumber(slice(signature, 64)) + MESSAGE_V;
  return concat([slice(signature, 0, 64), numberToHex(v)]);
}
