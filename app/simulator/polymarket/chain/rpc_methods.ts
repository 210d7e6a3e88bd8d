/**
 * The JSON-RPC methods of the simulated chain that ask for its state, its blocks and its fees.
 *
 * @module
 */
import { Result } from "effect";
import { type SandboxClock } from "../../kit/clock.ts";
import { SPENDERS } from "../clob/spender.ts";
import { baseFeeWei, blockHash, blockMs, blockNumberAt, TIP_USUAL_WEI } from "./block.ts";
import { CONTRACT } from "./contract.ts";
import { type Execution, gasOf } from "./execution.ts";
import { CHAIN_ID } from "./raw_transaction.ts";
import { type Node } from "./node.ts";
import { rpcFailed, type RpcResult, rpcReverted } from "./rpc_failure.ts";
import {
  readAddress,
  readBlock,
  readQuantity,
  readState,
  readUnsent,
  type RpcParams,
} from "./rpc_params.ts";
import { readWalletCall } from "./wallet_call.ts";
import { type WalletRegistry } from "./wallet_registry.ts";

/** Answers a method. */
export type RpcMethod = (params: RpcParams) => RpcResult | Promise<RpcResult>;

/** What the methods work with. */
export interface RpcParts {
  readonly node: Node;
  readonly execution: Execution;
  readonly wallets: WalletRegistry;
  readonly clock: SandboxClock;
  readonly seed: number;
}

const GAS_LIMIT = 45_000_000;
const ZERO = (bytes: number) => `0x${"0".repeat(2 * bytes)}`;
const HISTORY_MAX = 1_024;
/** The venue's contracts, also those that have no calls here. */
const WITH_CODE: ReadonlySet<string> = new Set(
  [...Object.values(CONTRACT), ...SPENDERS].map((address) => address.toLowerCase()),
);

/** Returns a quantity as JSON-RPC writes it. */
export function toQuantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

/** Returns the methods by name. */
export function stateMethods(parts: RpcParts): ReadonlyMap<string, RpcMethod> {
  const { node, execution, wallets, clock, seed } = parts;
  const latest = () => blockNumberAt(clock.nowMs());
  const answer = (value: unknown): RpcResult => Result.succeed(value);
  const quantity = (value: number | bigint) => answer(toQuantity(value));
  const baseFee = () => baseFeeWei(seed, latest());
  const ofAddress =
    (of: (address: string, params: RpcParams) => RpcResult): RpcMethod => (params) =>
      Result.flatMap(
        readAddress(params, 0),
        (address) => Result.flatMap(readState(params, 1, latest()), () => of(address, params)),
      );
  return new Map<string, RpcMethod>([
    ["eth_chainId", () => quantity(CHAIN_ID)],
    ["net_version", () => answer(String(CHAIN_ID))],
    ["eth_blockNumber", () => quantity(latest())],
    ["eth_gasPrice", () => quantity(baseFee() + TIP_USUAL_WEI)],
    ["eth_maxPriorityFeePerGas", () => quantity(TIP_USUAL_WEI)],
    ["eth_feeHistory", (params) => feeHistory(params, { latest: latest(), seed })],
    [
      "eth_getBlockByNumber",
      (params) =>
        Result.map(
          readBlock(params, 0, latest()),
          (number) => number > latest() ? null : blockObject(number, parts),
        ),
    ],
    [
      "eth_getBalance",
      ofAddress((address) => quantity(hasCode(address, wallets) ? 0n : node.balanceWei(address))),
    ],
    [
      "eth_getTransactionCount",
      ofAddress((address, params) =>
        quantity(params[1] === "pending" ? node.pool.nextNonce(address) : node.nonce(address))
      ),
    ],
    // Code is never read, only whether there is some.
    ["eth_getCode", ofAddress((address) => answer(hasCode(address, wallets) ? "0x6080" : "0x"))],
    ["eth_call", (params) =>
      Result.gen(function* () {
        const call = yield* readUnsent(params, 0);
        yield* readState(params, 1, latest());
        const ofWallet = readWalletCall(call, wallets);
        if (ofWallet !== undefined) return ofWallet;
        const done = execution.run(call.from, [call], clock.nowMs());
        return Result.isFailure(done) ? yield* rpcReverted(done.failure) : done.success.outputs[0];
      })],
    ["eth_estimateGas", (params) =>
      Result.gen(function* () {
        const call = yield* readUnsent(params, 0);
        const done = execution.run(call.from, [call], clock.nowMs());
        return Result.isFailure(done)
          ? yield* rpcReverted(done.failure)
          : toQuantity(gasOf([call]));
      })],
  ]);
}

function hasCode(address: string, wallets: WalletRegistry): boolean {
  return WITH_CODE.has(address.toLowerCase()) || wallets.of(address) !== undefined;
}

function feeHistory(
  params: RpcParams,
  { latest, seed }: { readonly latest: number; readonly seed: number },
): RpcResult {
  return Result.gen(function* () {
    const asked = yield* readQuantity(params, 0);
    const newest = yield* readBlock(params, 1, latest);
    const percentiles = params[2] ?? [];
    if (!Array.isArray(percentiles)) return yield* rpcFailed("params", "invalid argument 2");
    const count = Math.min(Number(asked), HISTORY_MAX, newest + 1);
    const oldest = newest - count + 1;
    const numbers = Array.from({ length: count }, (_, i) => oldest + i);
    return {
      oldestBlock: toQuantity(oldest),
      // That of the next block, too.
      baseFeePerGas: [...numbers, newest + 1].map((number) => toQuantity(baseFeeWei(seed, number))),
      gasUsedRatio: numbers.map(() => 0.5),
      reward: numbers.map(() => percentiles.map(() => toQuantity(TIP_USUAL_WEI))),
    };
  });
}

function blockObject(number: number, { node, seed }: RpcParts) {
  const mined = node.between(number, number);
  return {
    number: toQuantity(number),
    hash: blockHash(seed, number),
    parentHash: blockHash(seed, number - 1),
    timestamp: toQuantity(blockMs(number) / 1_000),
    baseFeePerGas: toQuantity(baseFeeWei(seed, number)),
    gasLimit: toQuantity(GAS_LIMIT),
    gasUsed: toQuantity(mined.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)),
    transactions: mined.map(({ hash }) => hash),
    difficulty: "0x1",
    totalDifficulty: "0x1",
    extraData: "0x",
    size: "0x220",
    logsBloom: ZERO(256),
    miner: ZERO(20),
    mixHash: ZERO(32),
    nonce: ZERO(8),
    receiptsRoot: ZERO(32),
    sha3Uncles: ZERO(32),
    stateRoot: ZERO(32),
    transactionsRoot: ZERO(32),
    uncles: [],
  };
}
