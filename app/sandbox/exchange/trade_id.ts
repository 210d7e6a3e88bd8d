/**
 * Ids of aggregate trades, from their time alone: ascending, and the same in every process.
 *
 * @module
 */
import { type Trade } from "../world/trade.ts";

/** 2017-07-14: no exchange of this kind is older. */
const EPOCH_MS = 1_500_000_000_000;
/** Trades of one millisecond are numbered within it. */
const IDS_PER_MS = 1_000;

/** A trade with its id. */
export interface NumberedTrade {
  readonly id: number;
  readonly trade: Trade;
}

/** The lowest id that a trade at this instant, or later, can have. */
export function firstIdAt(instantMs: number): number {
  return Math.max(0, instantMs - EPOCH_MS) * IDS_PER_MS;
}

/** The instant of an id. */
export function instantMsOf(id: number): number {
  return Math.floor(id / IDS_PER_MS) + EPOCH_MS;
}

/**
 * Numbers trades in order. They must begin with the first of a millisecond, or the count
 * within it would be another on the next call.
 */
export function numberTrades(trades: ReadonlyArray<Trade>): ReadonlyArray<NumberedTrade> {
  let countInMs = 0;
  let atMs = -1;
  return trades.map((trade) => {
    countInMs = trade.atMs === atMs ? countInMs + 1 : 0;
    atMs = trade.atMs;
    return { id: firstIdAt(trade.atMs) + countInMs, trade };
  });
}
