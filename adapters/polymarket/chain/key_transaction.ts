/**
 * Transactions of a key itself (EIP-1559), which pays for their gas in POL.
 *
 * @module
 */
import { hexToBigInt, keccak256, serializeTransaction, slice } from "viem/utils";
import { CHAIN_ID, type Hex } from "../clob/contracts.ts";
import { signDigest } from "../clob/digest_signature.ts";
import type { ContractCall } from "./contract_call.ts";

/** What is signed. Prices are in wei for a unit of gas. */
export interface KeyTransaction {
  readonly call: ContractCall;
  /** Below 2^53. */
  readonly nonce: bigint;
  readonly gas: bigint;
  /** The most that is paid, the tip included. */
  readonly feeMaxWei: bigint;
  readonly tipWei: bigint;
}

/** A signed transaction, and its hash. */
export interface SignedTransaction {
  readonly bytes: Hex;
  readonly tx: Hex;
}

/** The last byte of a signature for an even point. */
const V_EVEN = 27n;

/** Signs a transaction, which sends no POL. Throws for bytes that are no valid key. */
export function signTransaction(
  { call, nonce, gas, feeMaxWei, tipWei }: KeyTransaction,
  signingKey: Uint8Array,
): SignedTransaction {
  const unsigned = {
    type: "eip1559",
    chainId: CHAIN_ID,
    nonce: Number(nonce),
    gas,
    maxFeePerGas: feeMaxWei,
    maxPriorityFeePerGas: tipWei,
    to: call.to,
    data: call.data,
    value: 0n,
  } as const;
  const signature = signDigest(keccak256(serializeTransaction(unsigned)), signingKey);
  const bytes = serializeTransaction(unsigned, {
    r: slice(signature, 0, 32),
    s: slice(signature, 32, 64),
    yParity: Number(hexToBigInt(slice(signature, 64)) - V_EVEN),
  });
  return { bytes, tx: keccak256(bytes) };
}
