/**
 * Lists aggregate trades as the exchange does.
 *
 * @module
 */
import { type Tape } from "./tape.ts";
import { type NumberedTrade, numberTrades, placeOfId } from "./trade_id.ts";

/** Which trades are wanted. Instants are unix milliseconds and, as on the wire, inclusive. */
export interface AggTradeQuery {
  readonly fromId: number | undefined;
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  readonly limit: number;
  readonly nowMs: number;
  /** Older trades are not given out, whatever asks for them. */
  readonly oldestMs: number;
}

/**
 * From an id or a start on the oldest trades, else the most recent ones.
 *
 * Whoever asks with a start alone gets the first trades after it, however long after: it is for
 * the caller to look at their time.
 */
export function listAggTrades(tape: Tape, query: AggTradeQuery): ReadonlyArray<NumberedTrade> {
  const { fromId, startMs, limit, nowMs } = query;
  const to = Math.min(query.endMs ?? nowMs, nowMs) + 1;
  const oldestMs = Math.max(query.oldestMs, tape.startMs());
  if (fromId !== undefined) {
    const place = Math.max(placeOfId(fromId), tape.countBefore(oldestMs));
    return fromPlace(tape, place, { to, limit });
  }
  if (startMs === undefined) {
    const last = tape.last({ from: oldestMs, to }, limit);
    return last.length === 0 ? [] : numberTrades(last, tape.countBefore(to) - last.length);
  }
  const trades = tape.first({ from: Math.max(startMs, oldestMs), to }, limit);
  const [first] = trades;
  return first === undefined ? [] : numberTrades(trades, tape.countBefore(first.atMs));
}

function fromPlace(
  tape: Tape,
  place: number,
  { to, limit }: { readonly to: number; readonly limit: number },
): ReadonlyArray<NumberedTrade> {
  const from = tape.instantOf(place, to);
  if (from === undefined) return [];
  // Trades of the same millisecond that come before it are read too, and left out.
  const first = tape.countBefore(from);
  return numberTrades(tape.first({ from, to }, limit + place - first), first).slice(place - first);
}
