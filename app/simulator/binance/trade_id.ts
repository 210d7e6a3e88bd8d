/**
 * Ids of aggregate trades: consecutive like the exchange's, so that a missing one shows.
 *
 * An id is the trade's index in the tape of its symbol, so processes with one seed agree on it, and
 * it does not change over time. Recorded trades are counted in place of the world's: adding some
 * shifts the ids of all later trades.
 *
 * @module
 */
import { type Trade } from "../world/trade.ts";

/** Exceeds 32 bits, as real ids do, to expose clients that truncate them. */
const FIRST_ID = 3_000_000_000;

/** A trade with its id. */
export interface NumberedTrade {
  readonly id: number;
  readonly trade: Trade;
}

/** Returns the id of the trade with this many trades before it. */
export function idOfIndex(index: number): number {
  return FIRST_ID + index;
}

/**
 * Returns the number of trades before the one with an id; below 0 for an id that was never issued.
 */
export function indexOfId(id: number): number {
  return id - FIRST_ID;
}

/** Numbers consecutive trades, the first of which has `index` trades before it. */
export function numberTrades(
  trades: ReadonlyArray<Trade>,
  index: number,
): ReadonlyArray<NumberedTrade> {
  return trades.map((trade, i) => ({ id: idOfIndex(index + i), trade }));
}
