/**
 * Ids of aggregate trades: consecutive, as the exchange's are, so that a missing one shows.
 *
 * An id is the trade's place in the tape of its symbol, so processes of one seed agree on it and
 * it never changes as time passes. Recorded trades are counted where they stand in the world's
 * place: to put some shifts the ids of all later trades.
 *
 * @module
 */
import { type Trade } from "../world/trade.ts";

/** Past what 32 bits hold, as the real ids are: a client that cuts them off is found out. */
const FIRST_ID = 3_000_000_000;

/** A trade with its id. */
export interface NumberedTrade {
  readonly id: number;
  readonly trade: Trade;
}

/** The id of the trade with so many before it. */
export function idOfPlace(place: number): number {
  return FIRST_ID + place;
}

/** How many trades come before the one with an id; below 0 for an id that was never given. */
export function placeOfId(id: number): number {
  return id - FIRST_ID;
}

/** Numbers trades that follow each other, of which the first has `place` before it. */
export function numberTrades(
  trades: ReadonlyArray<Trade>,
  place: number,
): ReadonlyArray<NumberedTrade> {
  return trades.map((trade, i) => ({ id: idOfPlace(place + i), trade }));
}
