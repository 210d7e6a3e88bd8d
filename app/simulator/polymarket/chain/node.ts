/**
 * The simulated chain's node: it takes transactions, puts them into blocks, and keeps their
 * receipts.
 *
 * @module
 */
import { Result } from "effect";
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { type SandboxClock } from "../../kit/clock.ts";
import { type Agenda } from "./agenda.ts";
import { baseFeeWei, blockNumberAt, nextBlockMs } from "./block.ts";
import { type Hex, revert } from "./contract_call.ts";
import { type EventLog } from "./event_log.ts";
import { type Execution, gasOf } from "./execution.ts";
import { makeMemoryPool, type MemoryPool } from "./memory_pool.ts";
import { type SentTransaction } from "./raw_transaction.ts";

/** A transaction in a block. */
export interface Mined {
  readonly hash: Hex;
  readonly from: string;
  readonly to: string;
  readonly blockNumber: number;
  /** Its place in the block. */
  readonly index: number;
  readonly isReverted: boolean;
  readonly gasUsed: bigint;
  readonly gasPriceWei: bigint;
  readonly logs: ReadonlyArray<EventLog>;
  /** Undefined for one that was not sent to this node: the relayer's, or the venue's own. */
  readonly sent: SentTransaction | undefined;
}

/** The node. Addresses are in any case. */
export interface Node {
  readonly pool: Pick<MemoryPool, "nextNonce" | "find">;
  /** Returns the nonce of the next transaction, mined ones alone counted. */
  nonce(address: string): number;
  /** Returns what an address has for gas. */
  balanceWei(address: string): bigint;
  setBalance(address: string, balanceWei: bigint): void;
  /** Takes a transaction for the next block; a failure has a node's text. */
  take(sent: SentTransaction): Result.Result<void, string>;
  /** Puts a transaction into the block of an instant that others have sent and executed. */
  include(done: Omit<Mined, "blockNumber" | "index" | "gasPriceWei" | "sent">, atMs: number): void;
  mined(hash: string): Mined | undefined;
  /** Returns the transactions of blocks, in order; both numbers are inclusive. */
  between(fromNumber: number, toNumber: number): ReadonlyArray<Mined>;
}

/** What it works with. */
export interface NodeParts {
  readonly agenda: Agenda;
  readonly clock: SandboxClock;
  readonly execution: Execution;
  readonly seed: number;
  readonly kept?: KeptMaps;
}

/** Enough for half a million transactions: a bot may play for days on a fast clock. */
const FRESH_WEI = 10_000n * 10n ** 18n;
/** Bounds memory, because a sandbox may run for days. */
const KEPT_MAX = 20_000;
const NO_BLOCK = { blockNumber: -1, count: 0 };

/** Makes a node without transactions, but for those that were kept. */
export function makeNode({ agenda, clock, execution, seed, kept = UNKEPT }: NodeParts): Node {
  const nonces = kept.map<number>("nonces of keys", KEPT_MAX);
  const balances = kept.map<bigint>("gas", KEPT_MAX);
  const blocks = kept.map<Mined>("mined transactions", KEPT_MAX);
  const nonce = (address: string) => nonces.get(address.toLowerCase()) ?? 0;
  const balanceWei = (address: string) => balances.get(address.toLowerCase()) ?? FRESH_WEI;
  const setBalance = (address: string, wei: bigint) => balances.set(address.toLowerCase(), wei);
  const pool = makeMemoryPool({ nonce, balanceWei, kept });
  /** Blocks are filled in the order of time, so that the last one's count suffices. */
  let last = [...blocks.values()].slice(-1)
    .reduce((_, { blockNumber, index }) => ({ blockNumber, count: index + 1 }), NO_BLOCK);
  const keep = (mined: Omit<Mined, "index">) => {
    const { blockNumber } = mined;
    last = { blockNumber, count: last.blockNumber === blockNumber ? last.count + 1 : 1 };
    blocks.set(mined.hash, { ...mined, index: last.count - 1 });
  };
  /** A transaction that reverts, or has too little gas, takes its gas alone. */
  const execute = (sent: SentTransaction, atMs: number) => {
    const gas = gasOf([sent]);
    const gasUsed = sent.gasLimit < gas ? sent.gasLimit : gas;
    const done = gasUsed < gas ? revert() : execution.run(sent.from, [sent], atMs);
    if (Result.isFailure(done)) return { gasUsed, logs: [], isReverted: true };
    done.success.transaction.commit(sent.hash);
    return { gasUsed, logs: done.success.logs, isReverted: false };
  };
  const mine = (sent: SentTransaction, atMs: number) => {
    const blockNumber = blockNumberAt(atMs);
    const gasPriceWei = gasPriceOf(sent, baseFeeWei(seed, blockNumber));
    const end = execute(sent, atMs);
    const paidWei = end.isReverted ? 0n : sent.valueWei;
    setBalance(sent.from, balanceWei(sent.from) - gasPriceWei * end.gasUsed - paidWei);
    if (paidWei > 0n) setBalance(sent.to, balanceWei(sent.to) + paidWei);
    nonces.set(sent.from, sent.nonce + 1);
    const { hash, from, to } = sent;
    keep({ hash, from, to, ...end, blockNumber, gasPriceWei, sent });
  };
  let dueMs = Infinity;
  const wakeAt = (atMs: number) => {
    if (dueMs <= atMs) return;
    dueMs = atMs;
    agenda.at(atMs, fillBlock);
  };
  const fillBlock = (atMs: number) => {
    dueMs = Infinity;
    const feeWei = baseFeeWei(seed, blockNumberAt(atMs));
    for (let next = pool.pop(feeWei); next !== undefined; next = pool.pop(feeWei)) {
      mine(next, atMs);
    }
    // What is left waits for a lower fee, or for the nonces before it; blocks that nobody saw pass.
    if (pool.size() > 0) wakeAt(nextBlockMs(Math.max(atMs, clock.nowMs())));
  };
  if (pool.size() > 0) wakeAt(nextBlockMs(clock.nowMs()));
  return {
    pool,
    nonce,
    balanceWei,
    setBalance,
    take(sent) {
      const taken = blocks.has(sent.hash) ? Result.fail("already known") : pool.add(sent);
      if (Result.isSuccess(taken)) wakeAt(nextBlockMs(clock.nowMs()));
      return taken;
    },
    include(done, atMs) {
      const blockNumber = blockNumberAt(atMs);
      keep({ ...done, blockNumber, gasPriceWei: baseFeeWei(seed, blockNumber), sent: undefined });
    },
    mined: (hash) => blocks.get(hash.toLowerCase()),
    between: (fromNumber, toNumber) =>
      [...blocks.values()].filter(({ blockNumber }) =>
        blockNumber >= fromNumber && blockNumber <= toNumber
      ),
  };
}

function gasPriceOf({ feeMaxWei, tipMaxWei }: SentTransaction, baseWei: bigint): bigint {
  const tipped = baseWei + tipMaxWei;
  return tipped < feeMaxWei ? tipped : feeMaxWei;
}
