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

/** The id of index 0. Exceeds 32 bits, as real ids do, to expose clients that truncate them. */
const ID_OF_INDEX_0 = 5_000_000_000;

/** A trade with its id. */
export interface NumberedTrade {
  readonly id: number;
  readonly trade: Trade;
}

/** Returns the id of the trade at an index, which may be below 0. */
function idOfIndex(index: number): number {
  return ID_OF_INDEX_0 + index;
}

/** Returns the index of the trade with an id. */
export function indexOfId(id: number): number {
  return id - ID_OF_INDEX_0;
}

/** Numbers consecutive trades, the first of which is at `index`. */
export function numberTrades(
  trades: ReadonlyArray<Trade>,
  index: number,
): ReadonlyArray<NumberedTrade> {
  return trades.map((trade, i) => ({ id: idOfIndex(index + i), trade }));
}
