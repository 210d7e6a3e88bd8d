/**
 * What is asked of a node of the chain, one method per question. Addresses and hashes are `0x` and
 * hex digits, amounts of POL are in wei.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { wanting } from "../../outbound/mod.ts";
import type { Hex } from "../clob/contracts.ts";
import type { ContractCall } from "./contract_call.ts";
import type { RpcClient, RpcQuestion } from "./rpc_client.ts";
import { asFailure, type RpcError, unreadable } from "./rpc_failure.ts";

const isHex = (pattern: RegExp) => Schema.String.check(Schema.isPattern(pattern));
/** A number. */
const Quantity = isHex(/^0x[0-9a-f]{1,64}$/i);
const Bytes = isHex(/^0x([0-9a-f]{2})*$/i);

const LogPayload = Schema.Struct({
  address: isHex(/^0x[0-9a-f]{40}$/i),
  topics: Schema.Array(isHex(/^0x[0-9a-f]{64}$/i)),
  data: Bytes,
});
const ReceiptPayload = Schema.Struct({
  status: Quantity,
  blockNumber: Quantity,
  logs: Schema.Array(LogPayload),
});
const BlockPayload = Schema.Struct({ number: Quantity, baseFeePerGas: Quantity });
const KnownPayload = Schema.NullOr(Schema.Struct({ hash: Schema.String }));

/** What a contract tells of a transaction. */
export type ChainLog = typeof LogPayload.Type;

/** How a transaction ended, in a block that may not be final. */
export interface Receipt {
  readonly isSuccess: boolean;
  readonly blockNumber: bigint;
  readonly logs: ReadonlyArray<ChainLog>;
}

/** A call, and who makes it. */
export interface CallFrom extends ContractCall {
  readonly from: string;
}

type Asked<T, E = never> = Effect.Effect<T, ProviderFailed | E>;

/** Asks them. */
export interface ChainClient {
  /** Returns the number of an address's next transaction: after its mined ones, or after all. */
  readonly nonce: (address: string, of: "latest" | "pending") => Asked<bigint>;
  /** Returns the base fee of the newest block, and the tip with which a transaction gets in. */
  readonly gasPrice: Asked<{ readonly baseFeeWei: bigint; readonly tipWei: bigint }>;
  readonly balanceWei: (address: string) => Asked<bigint>;
  /** Fails with the node's error where the call would revert. */
  readonly estimateGas: (call: CallFrom) => Asked<bigint, RpcError>;
  /** Returns what a contract answers now. */
  readonly read: (call: ContractCall) => Asked<Hex>;
  /** Sends a transaction once, and returns its hash. */
  readonly send: (transaction: string) => Asked<string, RpcError>;
  /** Returns none for a transaction that is in no block. */
  readonly receipt: (tx: string) => Asked<Option.Option<Receipt>>;
  /** Returns whether the node has a transaction, in a block or before. */
  readonly isKnown: (tx: string) => Asked<boolean>;
  /** Returns the newest block that stays. */
  readonly finalBlock: Asked<bigint>;
  readonly newestBlock: Asked<bigint>;
}

/**
 * A block with so many on top stays, where a node does not know which are final. Reorganizations of
 * more than a few blocks were last seen before the chain had milestones, in 2023.
 */
const FINAL_DEPTH = 16n;

/** Makes the client. */
export function makeChainClient({ ask }: RpcClient): ChainClient {
  const sure = <T>(question: RpcQuestion<T>) =>
    Effect.mapError(ask(question), (failure) => wanting(asFailure(failure), question.wanted));
  const number = (method: string, asked: Asking) =>
    Effect.map(sure({ method, params: [], result: Quantity, ...asked }), BigInt);
  const block = (tag: "latest" | "finalized") => ({
    method: "eth_getBlockByNumber",
    params: [tag, false],
    result: Schema.NullOr(BlockPayload),
    wanted: `the ${tag} block`,
  });
  const latest = Effect.filterOrElse(
    sure(block("latest")),
    (it) => it !== null,
    () => Effect.fail(wanting(unreadable("no such block"), block("latest").wanted)),
  );
  return {
    nonce: (address, of) =>
      number("eth_getTransactionCount", { params: [address, of], wanted: "the key's nonce" }),
    gasPrice: Effect.all({
      block: latest,
      tipWei: number("eth_maxPriorityFeePerGas", { wanted: "the price of gas" }),
    }, { concurrency: "unbounded" }).pipe(
      Effect.map(({ block, tipWei }) => ({ baseFeeWei: BigInt(block.baseFeePerGas), tipWei })),
    ),
    balanceWei: (address) =>
      number("eth_getBalance", { params: [address, "latest"], wanted: "the key's POL" }),
    estimateGas: (call) =>
      Effect.map(
        ask({
          method: "eth_estimateGas",
          params: [call],
          result: Quantity,
          wanted: "the gas of the call",
        }),
        BigInt,
      ),
    read: (call) =>
      Effect.map(
        sure({
          method: "eth_call",
          params: [call, "latest"],
          result: Bytes,
          wanted: "the wallet's balances",
        }),
        (bytes) => bytes as Hex,
      ),
    send: (transaction) =>
      ask({
        method: "eth_sendRawTransaction",
        params: [transaction],
        result: Bytes,
        wanted: "the answer to a transaction",
        isOnce: true,
      }),
    receipt: (tx) =>
      Effect.map(
        sure({
          method: "eth_getTransactionReceipt",
          params: [tx],
          result: Schema.NullOr(ReceiptPayload),
          wanted: `the receipt of ${tx}`,
        }),
        (written) => Option.map(Option.fromNullishOr(written), toReceipt),
      ),
    isKnown: (tx) =>
      Effect.map(
        sure({
          method: "eth_getTransactionByHash",
          params: [tx],
          result: KnownPayload,
          wanted: `the transaction ${tx}`,
        }),
        (known) => known !== null,
      ),
    finalBlock: Effect.catchTag(
      ask(block("finalized")),
      "RpcError",
      () => Effect.succeed(null),
    ).pipe(
      Effect.flatMap((final) =>
        final === null
          ? Effect.map(latest, (newest) => BigInt(newest.number) - FINAL_DEPTH)
          : Effect.succeed(BigInt(final.number))
      ),
    ),
    newestBlock: number("eth_blockNumber", { wanted: "the newest block" }),
  };
}

type Asking = { readonly params?: ReadonlyArray<unknown>; readonly wanted: string };

const toReceipt = (
  { status, blockNumber, logs }: typeof ReceiptPayload.Type,
): Receipt => ({
  isSuccess: BigInt(status) === 1n,
  blockNumber: BigInt(blockNumber),
  logs,
});
