/**
 * Lists aggregate trades as the exchange does.
 *
 * @module
 */
import { type Tape } from "./tape.ts";
import { indexOfId, type NumberedTrade, numberTrades } from "./trade_id.ts";

/** Which trades are wanted. Instants are unix milliseconds and, as on the wire, inclusive. */
export interface AggTradeQuery {
  readonly fromId: number | undefined;
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  readonly limit: number;
  readonly nowMs: number;
  /** The provider refuses aggregate trades older than this in every query. */
  readonly oldestMs: number;
}

/**
 * Returns trades from an id, or from a start, oldest first; without either, the most recent ones.
 *
 * With a start alone it returns the first trades after that start, however much later they are: the
 * caller must check their times.
 */
export function listAggTrades(tape: Tape, query: AggTradeQuery): ReadonlyArray<NumberedTrade> {
  const { fromId, startMs, limit, nowMs } = query;
  const to = Math.min(query.endMs ?? nowMs, nowMs) + 1;
  const oldestMs = Math.max(query.oldestMs, tape.startMs());
  if (fromId !== undefined) {
    const index = Math.max(indexOfId(fromId), tape.indexFrom(oldestMs));
    return fromIndex(tape, index, { to, limit });
  }
  if (startMs === undefined) {
    const last = tape.last({ from: oldestMs, to }, limit);
    return last.length === 0 ? [] : numberTrades(last, tape.indexFrom(to) - last.length);
  }
  const trades = tape.first({ from: Math.max(startMs, oldestMs), to }, limit);
  const [first] = trades;
  return first === undefined ? [] : numberTrades(trades, tape.indexFrom(first.atMs));
}

function fromIndex(
  tape: Tape,
  index: number,
  { to, limit }: { readonly to: number; readonly limit: number },
): ReadonlyArray<NumberedTrade> {
  const from = tape.instantOf(index, to);
  if (from === undefined) return [];
  // Also read, and drop, the trades of the same millisecond that come before it.
  const first = tape.indexFrom(from);
  return numberTrades(tape.first({ from, to }, limit + index - first), first).slice(index - first);
}
