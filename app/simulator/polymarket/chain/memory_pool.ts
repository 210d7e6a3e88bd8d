/**
 * The transactions that wait for a block, and whether a node takes another.
 *
 * Source: the rules and the texts of geth's transaction pool, which Polygon's nodes have.
 *
 * @module
 */
import { Result } from "effect";
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { TIP_MIN_WEI } from "./block.ts";
import { type SentTransaction } from "./raw_transaction.ts";

/** The waiting transactions of every sender. */
export interface MemoryPool {
  /** Takes one, or says why not. */
  add(sent: SentTransaction): Result.Result<void, string>;
  /** Removes and returns the next that can be executed at a base fee, in wei. */
  pop(baseFeeWei: bigint): SentTransaction | undefined;
  /** Returns the nonce after those that wait without a gap. */
  nextNonce(address: string): number;
  find(hash: string): SentTransaction | undefined;
  size(): number;
}

/** What the pool asks of the chain. */
export interface PoolParts {
  readonly nonce: (address: string) => number;
  readonly balanceWei: (address: string) => bigint;
  readonly kept?: KeptMaps;
}

const GAS_MIN = 21_000n;
const GAS_MAX = 45_000_000n;
/** What a replacement must pay more, of both fees, in percent. */
const BUMP_PERCENT = 10n;
const PENDING_MAX = 10_000;

/** Makes a pool, empty but for what was kept. */
export function makeMemoryPool({ nonce, balanceWei, kept = UNKEPT }: PoolParts): MemoryPool {
  /** In the order of their arrival, by sender and nonce. */
  const waiting = kept.map<SentTransaction>("waiting transactions", PENDING_MAX);
  const key = (from: string, at: number) => `${from.toLowerCase()} ${at}`;
  const find = (hash: string) => waiting.values().find((sent) => sent.hash === hash.toLowerCase());
  const refuse = (sent: SentTransaction): string | undefined => {
    const before = waiting.get(key(sent.from, sent.nonce));
    return refuseAlone(sent) ?? refuseNonce(sent, nonce(sent.from)) ??
      refuseCost(sent, balanceWei(sent.from)) ??
      (before !== undefined && !replaces(sent, before)
        ? "replacement transaction underpriced"
        : undefined) ??
      (before === undefined && waiting.size >= PENDING_MAX ? "txpool is full" : undefined);
  };
  return {
    find,
    size: () => waiting.size,
    add(sent) {
      const why = find(sent.hash) === undefined ? refuse(sent) : "already known";
      if (why !== undefined) return Result.fail(why);
      waiting.set(key(sent.from, sent.nonce), sent);
      return Result.succeed(undefined);
    },
    pop(baseFeeWei) {
      const next = waiting.values().find((sent) =>
        sent.nonce === nonce(sent.from) && sent.feeMaxWei >= baseFeeWei &&
        costWei(sent) <= balanceWei(sent.from)
      );
      if (next !== undefined) waiting.delete(key(next.from, next.nonce));
      return next;
    },
    nextNonce(address) {
      let next = nonce(address);
      while (waiting.has(key(address, next))) next++;
      return next;
    },
  };
}

function refuseAlone({ gasLimit, feeMaxWei, tipMaxWei }: SentTransaction): string | undefined {
  if (gasLimit > GAS_MAX) return "exceeds block gas limit";
  if (tipMaxWei > feeMaxWei) {
    return "max priority fee per gas higher than max fee per gas: " +
      `maxPriorityFeePerGas: ${tipMaxWei}, maxFeePerGas: ${feeMaxWei}`;
  }
  if (gasLimit < GAS_MIN) {
    return `intrinsic gas too low: gas ${gasLimit}, minimum needed ${GAS_MIN}`;
  }
  return tipMaxWei < TIP_MIN_WEI
    ? `transaction underpriced: gas tip cap ${tipMaxWei}, minimum needed ${TIP_MIN_WEI}`
    : undefined;
}

function refuseNonce({ nonce }: SentTransaction, next: number): string | undefined {
  return nonce < next ? `nonce too low: next nonce ${next}, tx nonce ${nonce}` : undefined;
}

function refuseCost(sent: SentTransaction, balanceWei: bigint): string | undefined {
  const cost = costWei(sent);
  return cost <= balanceWei
    ? undefined
    : `insufficient funds for gas * price + value: balance ${balanceWei}, tx cost ${cost}, ` +
      `overshot ${cost - balanceWei}`;
}

function costWei({ gasLimit, feeMaxWei, valueWei }: SentTransaction): bigint {
  return gasLimit * feeMaxWei + valueWei;
}

function replaces(sent: SentTransaction, before: SentTransaction): boolean {
  const isMore = (now: bigint, then: bigint) => now * 100n >= then * (100n + BUMP_PERCENT);
  return isMore(sent.feeMaxWei, before.feeMaxWei) && isMore(sent.tipMaxWei, before.tipMaxWei);
}
