/**
 * The JSON-RPC methods of the simulated chain that send transactions, and tell of them.
 *
 * @module
 */
import { Result } from "effect";
import { keccak256 } from "viem/utils";
import { baseFeeWei, blockHash, blockNumberAt } from "./block.ts";
import { fieldsOf, isJsonObject } from "../../kit/json.ts";
import { type Hex } from "./contract_call.ts";
import { type EventLog } from "./event_log.ts";
import { type Mined } from "./node.ts";
import { CHAIN_ID, readTransaction, type SentTransaction } from "./raw_transaction.ts";
import { rpcFailed, type RpcResult } from "./rpc_failure.ts";
import { type RpcMethod, type RpcParts, toQuantity } from "./rpc_methods.ts";
import { readAddress, readBlock, readBytes, readHash, type RpcParams } from "./rpc_params.ts";

/** Blocks of one `eth_getLogs`, and logs of its answer. */
const LOG_BLOCKS_MAX = 10_000;
const LOGS_MAX = 10_000;

/** Returns the methods by name. */
export function transactionMethods(parts: RpcParts): ReadonlyMap<string, RpcMethod> {
  const { node, seed } = parts;
  return new Map<string, RpcMethod>([
    ["eth_sendRawTransaction", async (params) => {
      const raw = readBytes(params, 0);
      if (Result.isFailure(raw)) return Result.fail(raw.failure);
      const read = await readTransaction(raw.success);
      const taken = Result.flatMap(read, node.take);
      return Result.isFailure(taken)
        ? rpcFailed("node", taken.failure)
        : Result.succeed(keccak256(raw.success));
    }],
    ["eth_getTransactionByHash", (params) =>
      Result.map(readHash(params, 0), (hash) => {
        const mined = node.mined(hash);
        const sent = mined === undefined ? node.pool.find(hash) : mined.sent;
        return transactionObject({ mined, sent, seed });
      })],
    ["eth_getTransactionReceipt", (params) =>
      Result.map(readHash(params, 0), (hash) => {
        const mined = node.mined(hash);
        return mined === undefined ? null : receiptObject(mined, parts);
      })],
    ["eth_getLogs", (params) => listLogs(params, parts)],
  ]);
}

/** Null for an unknown one. What others sent has no input here. */
function transactionObject({ mined, sent, seed }: {
  readonly mined: Mined | undefined;
  readonly sent: SentTransaction | undefined;
  readonly seed: number;
}) {
  const [from, to] = [mined?.from ?? sent?.from, mined?.to ?? sent?.to];
  if (from === undefined) return null;
  const isLegacy = sent?.type === "legacy";
  const parity = sent?.signature.yParity ?? 0;
  const price = mined?.gasPriceWei ?? sent?.feeMaxWei ?? 0n;
  return {
    hash: mined?.hash ?? sent?.hash,
    from,
    to,
    nonce: toQuantity(sent?.nonce ?? 0),
    input: sent?.data ?? "0x",
    value: toQuantity(sent?.valueWei ?? 0n),
    gas: toQuantity(sent?.gasLimit ?? mined?.gasUsed ?? 0n),
    gasPrice: toQuantity(price),
    chainId: toQuantity(CHAIN_ID),
    type: isLegacy ? "0x0" : "0x2",
    ...(isLegacy ? {} : {
      maxFeePerGas: toQuantity(sent?.feeMaxWei ?? price),
      maxPriorityFeePerGas: toQuantity(sent?.tipMaxWei ?? 0n),
      accessList: [],
      yParity: toQuantity(parity),
    }),
    v: toQuantity(isLegacy ? 35 + 2 * CHAIN_ID + parity : parity),
    r: sent?.signature.r ?? "0x0",
    s: sent?.signature.s ?? "0x0",
    ...placeOf(mined, seed),
  };
}

function placeOf(mined: Mined | undefined, seed: number) {
  return mined === undefined ? { blockHash: null, blockNumber: null, transactionIndex: null } : {
    blockHash: blockHash(seed, mined.blockNumber),
    blockNumber: toQuantity(mined.blockNumber),
    transactionIndex: toQuantity(mined.index),
  };
}

function receiptObject(mined: Mined, parts: RpcParts) {
  const { hash, from, to, isReverted, gasUsed, gasPriceWei, sent, blockNumber } = mined;
  const before = parts.node.between(blockNumber, blockNumber)
    .filter(({ index }) => index <= mined.index);
  return {
    transactionHash: hash,
    from,
    to,
    contractAddress: null,
    status: isReverted ? "0x0" : "0x1",
    type: sent?.type === "legacy" ? "0x0" : "0x2",
    gasUsed: toQuantity(gasUsed),
    cumulativeGasUsed: toQuantity(before.reduce((sum, each) => sum + each.gasUsed, 0n)),
    effectiveGasPrice: toQuantity(gasPriceWei || baseFeeWei(parts.seed, blockNumber)),
    logsBloom: `0x${"0".repeat(512)}`,
    logs: logObjects(mined, parts),
    ...placeOf(mined, parts.seed),
  };
}

/** Logs are counted through the whole block. */
function logObjects(mined: Mined, { node, seed }: RpcParts) {
  const { blockNumber, index, hash } = mined;
  const before = node.between(blockNumber, blockNumber)
    .filter((each) => each.index < index)
    .reduce((sum, { logs }) => sum + logs.length, 0);
  return mined.logs.map((log, at) => ({
    ...log,
    transactionHash: hash,
    logIndex: toQuantity(before + at),
    removed: false,
    ...placeOf(mined, seed),
  }));
}

function listLogs(params: RpcParams, parts: RpcParts): RpcResult {
  const [filter] = params;
  if (!isJsonObject(filter)) return rpcFailed("params", "invalid argument 0: not a filter");
  const fields = fieldsOf(filter);
  const latest = blockNumberAt(parts.clock.nowMs());
  return Result.gen(function* () {
    const from = yield* readBlock([fields.get("fromBlock")], 0, latest);
    const to = yield* readBlock([fields.get("toBlock")], 0, latest);
    if (to - from > LOG_BLOCKS_MAX) {
      return yield* rpcFailed("node", `block range is too wide: at most ${LOG_BLOCKS_MAX}`);
    }
    const addresses = yield* readAddresses(fields.get("address"));
    const topics = readTopics(fields.get("topics"));
    const logs = parts.node.between(from, to).flatMap((mined) => logObjects(mined, parts))
      .filter((log) =>
        (addresses === undefined || addresses.has(log.address)) && isOfTopics(log, topics)
      );
    return logs.length > LOGS_MAX
      ? yield* rpcFailed("node", `query returned more than ${LOGS_MAX} results`)
      : logs;
  });
}

function readAddresses(value: unknown): RpcResult<ReadonlySet<string> | undefined> {
  if (value === undefined || value === null) return Result.succeed(undefined);
  const all = Array.isArray(value) ? value : [value];
  return Result.map(
    Result.all(all.map((_, at) => readAddress(all, at))),
    (addresses) => new Set(addresses.map((address) => address.toLowerCase())),
  );
}

/** For each place the topics that fit; none for any. */
function readTopics(value: unknown): ReadonlyArray<ReadonlyArray<string>> {
  if (!Array.isArray(value)) return [];
  return value.map((place) =>
    (Array.isArray(place) ? place : place === null ? [] : [place])
      .map((topic) => String(topic).toLowerCase())
  );
}

function isOfTopics(
  { topics }: Pick<EventLog, "topics">,
  wanted: ReadonlyArray<ReadonlyArray<string>>,
): boolean {
  return wanted.every((place, at) =>
    place.length === 0 || place.includes((topics[at] as Hex | undefined)?.toLowerCase() ?? "")
  );
}
