/**
 * Submissions of deposit wallets: a batch of calls, signed as typed data.
 *
 * @module
 */
import { Result } from "effect";
import { recoverTypedDataAddress } from "viem/utils";
import { type Fields, fieldsOf } from "../../kit/json.ts";
import { type ContractCall, type Hex } from "../chain/contract_call.ts";
import { CHAIN_ID } from "../chain/raw_transaction.ts";
import {
  expectValue,
  type Parsed,
  readAddress,
  readBytes,
  readSignature,
  readWhole,
  signer,
  type Submission,
} from "./submission.ts";

const FACTORY = "0x00000000000Fb5C9ADea0298D729A0CB3823Cc07";
const CALLS_MAX = 50;
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

/** Reads one; whose the wallet is remains to be seen. */
export function readWalletBatch(fields: Fields): Parsed<Submission> {
  const batch = fieldsOf(fields.get("depositWalletParams"));
  return Result.gen(function* () {
    yield* expectValue(fields, "to", FACTORY);
    const from = yield* readAddress(fields, "from");
    const nonce = yield* readWhole(fields, "nonce");
    const signature = yield* readSignature(fields);
    const wallet = yield* readAddress(batch, "depositWallet");
    const deadline = yield* readWhole(batch, "deadline");
    const calls = yield* readCalls(batch.get("calls"));
    return {
      kind: "WALLET",
      from,
      wallet,
      to: FACTORY,
      nonce,
      deadlineSec: deadline,
      calls,
      signedBy: () => signer(() => recoverBatch({ wallet, nonce, deadline, calls, signature })),
    } as const;
  });
}

function recoverBatch(
  { wallet, nonce, deadline, calls, signature }: {
    readonly wallet: Hex;
    readonly nonce: bigint;
    readonly deadline: bigint;
    readonly calls: ReadonlyArray<ContractCall>;
    readonly signature: Hex;
  },
): Promise<string> {
  return recoverTypedDataAddress({
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
      deadline,
      calls: calls.map(({ to, valueWei, data }) => ({ target: to, value: valueWei, data })),
    },
    signature,
  });
}

function readCalls(value: unknown): Parsed<ReadonlyArray<ContractCall>> {
  if (!Array.isArray(value) || value.length === 0 || value.length > CALLS_MAX) {
    return Result.fail("invalid calls");
  }
  return Result.all(value.map((call) => {
    const fields = fieldsOf(call);
    return Result.gen(function* () {
      const to = yield* readAddress(fields, "target");
      const valueWei = yield* readWhole(fields, "value");
      return { to, valueWei, data: yield* readBytes(fields, "data") };
    });
  }));
}
