/**
 * The trades on their way to the chain: each passes through the states of its fate, and its users
 * are told of each.
 *
 * @module
 */
import { type SandboxClock } from "../../kit/clock.ts";
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { type ChainLog } from "../chain/chain_log.ts";
import { type Accounts } from "./accounts.ts";
import { type MarketFeed } from "./market_feed.ts";
import { costE6 } from "./micro_units.ts";
import { fateOf, type SettlementTerms, type TradeStep, USUAL_TERMS } from "./trade_fate.ts";
import { type Ledger } from "./placed_order.ts";
import { type Trade, type TradeLog } from "./trade_log.ts";
import { type Unsettled } from "./unsettled.ts";
import { tradeEvents } from "./user_event.ts";
import { type VenuePulse } from "./venue_pulse.ts";

/** The trades that are not final. */
export interface Settling {
  /** Publishes a trade that was just matched, and takes it through its states. */
  begin(trade: Trade): void;
  /** Applies the states that are due. */
  tend(): void;
  /** Returns when the next state is due, in milliseconds of the clock. */
  nextMs(): number | undefined;
  /**
   * Returns what an account's trades have moved of an outcome, and the chain has not: those that
   * are not mined, also those that were and are retried.
   */
  unsettled(address: string, tokenId: string): Unsettled;
  /** Sets how trades settle that are matched from now on. */
  setTerms(terms: SettlementTerms): void;
}

/** What settling works with. */
export interface SettlingParts {
  readonly accounts: Accounts;
  readonly ledger: Pick<Ledger, "ended">;
  readonly trades: Pick<TradeLog, "byId" | "advance">;
  /** Takes the trades that are final. */
  readonly chain: Pick<ChainLog, "add">;
  readonly feed: Pick<MarketFeed, "publishToUser">;
  readonly clock: SandboxClock;
  readonly pulse: Pick<VenuePulse, "wake">;
  readonly seed: number;
  readonly kept?: KeptMaps;
}

interface Pending {
  readonly trade: Trade;
  /** The states to come. */
  readonly steps: ReadonlyArray<TradeStep>;
}

/** Trades on their way, above which the oldest ends at once. */
const PENDING_MAX = 10_000;

/** Makes settling at the usual terms, with the trades that were kept. */
export function makeSettling(
  { accounts, chain, feed, clock, ledger, pulse, seed, trades, kept = UNKEPT }: SettlingParts,
): Settling {
  const pending = kept.map<Pending>("trades on their way", PENDING_MAX);
  let terms = USUAL_TERMS;
  const publish = (trade: Trade) => {
    for (const event of tradeEvents(trade)) feed.publishToUser(event);
  };
  const advance = (id: string, untilMs: number) => {
    for (let due = pending.get(id); due !== undefined; due = pending.get(id)) {
      const { trade, steps: [step, ...steps] } = due;
      if (dueMs(due) > untilMs) return;
      if (steps.length === 0) pending.delete(id);
      else pending.set(id, { trade, steps });
      if (step === undefined) continue;
      const { status, transactionHash, afterMs } = step;
      trades.advance(trade, { status, transactionHash, updatedMs: trade.matchedMs + afterMs });
      if (status === "FAILED") takeBack(trade, accounts);
      if (status === "CONFIRMED") record(trade, chain);
      if (steps.length === 0) ledger.ended(trade);
      publish(trade);
    }
  };
  const tend = () => {
    const nowMs = clock.nowMs();
    for (const [id] of pending) advance(id, nowMs);
  };
  for (const [id, due] of pending) {
    pending.set(id, { ...due, trade: trades.byId(id) ?? due.trade });
    pulse.wake(dueMs(due));
  }
  return {
    tend,
    begin(trade) {
      publish(trade);
      const [oldest] = pending;
      if (pending.size >= PENDING_MAX && oldest !== undefined) advance(oldest[0], Infinity);
      const due = { trade, steps: fateOf(trade.id, { terms, seed }) };
      pending.set(trade.id, due);
      pulse.wake(dueMs(due));
    },
    nextMs() {
      const next = pending.values().reduce((least, due) => Math.min(least, dueMs(due)), Infinity);
      return next === Infinity ? undefined : next;
    },
    unsettled(address, tokenId) {
      const sharesE6 = pending.values()
        .filter(({ trade: { progress } }) => !isOnChain(progress))
        .flatMap(({ trade: { movements } }) => movements)
        .filter((moved) => moved.address === address.toLowerCase() && moved.tokenId === tokenId)
        .map((moved) => moved.sharesE6).toArray();
      const sum = (sign: bigint) =>
        sharesE6.reduce((total, each) => each * sign > 0n ? total + each * sign : total, 0n);
      return { boughtE6: sum(1n), soldE6: sum(-1n) };
    },
    setTerms: (to) => void (terms = to),
  };
}

/** Returns when the next state is due. */
function dueMs({ trade, steps: [next] }: Pending): number {
  return trade.matchedMs + (next?.afterMs ?? 0);
}

function isOnChain({ status }: Trade["progress"]): boolean {
  return status === "MINED" || status === "CONFIRMED";
}

/** A trade is in the block in which it became final. */
function record({ market, movements, progress }: Trade, chain: Pick<ChainLog, "add">): void {
  const { updatedMs: atMs, transactionHash = "" } = progress;
  for (const { wallet, tokenId, side, isTaker, sharesE6, priceE6, feeE6 } of movements) {
    const sizeE6 = side === "BUY" ? sharesE6 : -sharesE6;
    const usdcE6 = costE6(sizeE6, priceE6);
    const amounts = { sizeE6, priceE6, usdcE6, feeE6 };
    chain.add(wallet, {
      type: "TRADE",
      market,
      atMs,
      transactionHash,
      tokenId,
      side,
      isTaker,
      ...amounts,
    });
  }
}

/** Moves back what the match moved. The orders keep what they matched. */
function takeBack({ movements }: Trade, accounts: Accounts): void {
  for (const { address, tokenId, moneyE6, sharesE6 } of movements) {
    accounts.move(address, { tokenId, moneyE6: -moneyE6, sharesE6: -sharesE6 });
  }
}
