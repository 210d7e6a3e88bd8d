/**
 * The trades on their way to the chain: each passes through the states of its fate, and its users
 * are told of each.
 *
 * @module
 */
import { type SandboxClock } from "../../kit/clock.ts";
import { type ChainLog } from "../chain/chain_log.ts";
import { type Accounts } from "./accounts.ts";
import { type MarketFeed } from "./market_feed.ts";
import { costE6 } from "./micro_units.ts";
import { fateOf, type SettlementTerms, type TradeStep, USUAL_TERMS } from "./trade_fate.ts";
import { type Trade } from "./trade_log.ts";
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
  /** Takes the trades that are final. */
  readonly chain: Pick<ChainLog, "add">;
  readonly feed: Pick<MarketFeed, "publishToUser">;
  readonly clock: SandboxClock;
  readonly pulse: Pick<VenuePulse, "wake">;
  readonly seed: number;
}

interface Pending {
  readonly trade: Trade;
  /** The states to come. */
  readonly steps: TradeStep[];
}

/** Trades on their way, above which the oldest ends at once. */
const PENDING_MAX = 10_000;

/** Makes settling without trades, at the usual terms. */
export function makeSettling(
  { accounts, chain, feed, clock, pulse, seed }: SettlingParts,
): Settling {
  const pending = new Set<Pending>();
  let terms = USUAL_TERMS;
  const publish = (trade: Trade) => {
    for (const event of tradeEvents(trade)) feed.publishToUser(event);
  };
  const advance = ({ trade, steps }: Pending, untilMs: number) => {
    while (steps[0] !== undefined && trade.matchedMs + steps[0].afterMs <= untilMs) {
      const { status, transactionHash, afterMs } = steps[0];
      steps.shift();
      Object.assign(trade.progress, {
        status,
        transactionHash,
        updatedMs: trade.matchedMs + afterMs,
      });
      if (status === "FAILED") takeBack(trade, accounts);
      if (status === "CONFIRMED") record(trade, chain);
      publish(trade);
    }
  };
  const tend = () => {
    const nowMs = clock.nowMs();
    for (const each of pending) {
      advance(each, nowMs);
      if (each.steps.length === 0) pending.delete(each);
    }
  };
  return {
    tend,
    begin(trade) {
      publish(trade);
      const steps = [...fateOf(trade.id, { terms, seed })];
      pending.add({ trade, steps });
      const [oldest] = pending;
      if (pending.size > PENDING_MAX && oldest !== undefined) {
        advance(oldest, Infinity);
        pending.delete(oldest);
      }
      pulse.wake(trade.matchedMs + (steps[0]?.afterMs ?? 0));
    },
    nextMs() {
      const dues = pending.values().map(({ trade, steps }) =>
        trade.matchedMs + (steps[0]?.afterMs ?? 0)
      );
      const next = dues.reduce((least, due) => Math.min(least, due), Infinity);
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
