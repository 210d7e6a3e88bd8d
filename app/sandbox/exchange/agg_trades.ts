/**
 * Lists aggregate trades as the exchange does.
 *
 * @module
 */
import { type Span } from "../coverage.ts";
import { type Tape } from "./tape.ts";
import { firstIdAt, instantMsOf, type NumberedTrade, numberTrades } from "./trade_id.ts";

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
  const { fromId, limit, nowMs } = query;
  const to = Math.min(query.endMs ?? nowMs, nowMs) + 1;
  const startMs = fromId === undefined ? query.startMs : instantMsOf(fromId);
  const oldestMs = Math.max(query.oldestMs, tape.startMs());
  if (startMs === undefined) return lastNumbered(tape, { from: oldestMs, to }, limit);
  const from = Math.max(startMs, oldestMs);
  // An id inside a millisecond: those before it are read too, and left out afterwards.
  const skipped = fromId === undefined || from > startMs ? 0 : fromId - firstIdAt(from);
  const trades = numberTrades(tape.first({ from, to }, limit + skipped));
  return trades.filter(({ id }) => fromId === undefined || id >= fromId).slice(0, limit);
}

/** The last trades; the millisecond they begin in is read whole, for the sake of their ids. */
function lastNumbered(tape: Tape, span: Span, limit: number): ReadonlyArray<NumberedTrade> {
  const last = tape.last(span, limit);
  const [earliest] = last;
  if (earliest === undefined) return [];
  return numberTrades(tape.first({ from: earliest.atMs, to: span.to }, Infinity)).slice(-limit);
}
