/**
 * Submissions of Safes: one call, or several by the `MultiSend` contract.
 *
 * The hash is signed as a personal message, which the Safe tells by a recovery byte that is 4 more.
 *
 * @module
 */
import { Result } from "effect";
import {
  decodeFunctionData,
  hashTypedData,
  hexToBigInt,
  parseAbi,
  recoverMessageAddress,
  size,
  slice,
} from "viem/utils";
import { type Fields, fieldsOf } from "../../kit/json.ts";
import { type ContractCall, type Hex } from "../chain/contract_call.ts";
import { CHAIN_ID } from "../chain/raw_transaction.ts";
import { safeOf } from "./derived_wallet.ts";
import {
  expectValue,
  type Parsed,
  readAddress,
  readBytes,
  readSignature,
  readWhole,
  signer,
  type Submission,
  unregistered,
} from "./submission.ts";

const MULTI_SEND: Hex = "0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761";
const MULTI_SEND_ABI = parseAbi(["function multiSend(bytes transactions)"]);
const NOBODY: Hex = `0x${"0".repeat(40)}`;
/** Without the mark it would be of the hash itself, which these are not. */
const PERSONAL = /^0x[0-9a-f]{128}(?:1f|20)$/i;
const PERSONAL_MARK = 4;
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

/** Reads one. The relayer pays for the gas, so that its terms are all zero. */
export function readSafeTransaction(fields: Fields): Parsed<Submission> {
  const terms = fieldsOf(fields.get("signatureParams"));
  return Result.gen(function* () {
    const from = yield* readAddress(fields, "from");
    const wallet = yield* readAddress(fields, "proxyWallet");
    if (wallet.toLowerCase() !== safeOf(from).toLowerCase()) return yield* unregistered(wallet);
    const to = yield* readAddress(fields, "to");
    const data = yield* readBytes(fields, "data");
    const nonce = yield* readWhole(fields, "nonce");
    const signature = yield* readSignature(fields, PERSONAL);
    for (const name of ["gasPrice", "safeTxnGas", "baseGas"]) yield* expectValue(terms, name, "0");
    for (const name of ["gasToken", "refundReceiver"]) yield* expectValue(terms, name, NOBODY);
    const operation = Number(yield* readWhole(terms, "operation"));
    const calls = operation === 0
      ? [{ to, data, valueWei: 0n }]
      : yield* readMultiSend({ to, data, operation });
    return {
      kind: "SAFE",
      from,
      wallet,
      to: wallet,
      nonce,
      deadlineSec: undefined,
      calls,
      signedBy: () => signer(() => recoverSafe({ wallet, to, data, operation, nonce, signature })),
    } as const;
  });
}

function recoverSafe(
  { wallet, to, data, operation, nonce, signature }: {
    readonly wallet: Hex;
    readonly to: Hex;
    readonly data: Hex;
    readonly operation: number;
    readonly nonce: bigint;
    readonly signature: Hex;
  },
): Promise<string> {
  const raw = hashTypedData({
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
  const mark = Number.parseInt(signature.slice(-2), 16) - PERSONAL_MARK;
  const plain: Hex = `0x${signature.slice(2, -2)}${mark.toString(16)}`;
  return recoverMessageAddress({ message: { raw }, signature: plain });
}

/** Each call: its operation, address, value, the length of its data, and these. */
const HEAD = { operation: 0, to: 1, value: 21, length: 53, data: 85 } as const;

function readMultiSend(
  { to, data, operation }: {
    readonly to: Hex;
    readonly data: Hex;
    readonly operation: number;
  },
): Parsed<ReadonlyArray<ContractCall>> {
  const refused = Result.fail("invalid multisend");
  if (operation !== 1 || to.toLowerCase() !== MULTI_SEND.toLowerCase()) return refused;
  try {
    const { args: [packed] } = decodeFunctionData({ abi: MULTI_SEND_ABI, data });
    const calls: ContractCall[] = [];
    for (let at = 0; at < size(packed);) {
      const part = (from: number, until: number) => slice(packed, at + from, at + until);
      const end = HEAD.data + Number(hexToBigInt(part(HEAD.length, HEAD.data)));
      if (part(HEAD.operation, HEAD.to) !== "0x00") return refused;
      calls.push({
        to: part(HEAD.to, HEAD.value),
        valueWei: hexToBigInt(part(HEAD.value, HEAD.length)),
        data: end === HEAD.data ? "0x" : part(HEAD.data, end),
      });
      at += end;
    }
    return calls.length === 0 ? refused : Result.succeed(calls);
  } catch {
    return refused;
  }
}
