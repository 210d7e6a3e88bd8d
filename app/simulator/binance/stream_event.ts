/**
 * Stream events in the exchange's format.
 *
 * @module
 */
import { type ExchangeSymbol } from "../world/symbol.ts";
import { type Kline } from "./klines.ts";
import { idOfIndex, type NumberedTrade } from "./trade_id.ts";
import { aggTradeRow, klineRow } from "./wire_row.ts";

/** The head of every event: its symbol, and the time it was sent in unix milliseconds. */
export interface EventHead {
  readonly listing: ExchangeSymbol;
  readonly eventMs: number;
}

/** Returns an aggregate trade: the fields of the REST row behind an event head. */
export function aggTradeEvent(numbered: NumberedTrade, { listing, eventMs }: EventHead): object {
  const row = aggTradeRow(numbered, { listing, isMicroseconds: false });
  return { e: "aggTrade", E: eventMs, s: listing.symbol, ...row };
}

/** A candle as a stream sends it. */
export interface StreamKline extends Kline {
  readonly interval: string;
  readonly isClosed: boolean;
  /** The number of the symbol's trades before the candle's first one. */
  readonly index: number;
}

/** The trade id sent for a candle without trades. */
const NO_ID = -1;

/** Returns the event of a candle, open or closed. */
export function klineEvent(kline: StreamKline, { listing, eventMs }: EventHead): object {
  const [t, o, h, l, c, v, T, q, n, V, Q] = klineRow(kline, { listing, isMicroseconds: false });
  const { index, candle: { count } } = kline;
  const s = listing.symbol;
  const ids = count === 0
    ? { f: NO_ID, L: NO_ID }
    : { f: idOfIndex(index), L: idOfIndex(index + count - 1) };
  const times = { t, T, s, i: kline.interval, ...ids };
  // The exchange says to ignore the last field.
  const totals = { v, n, x: kline.isClosed, q, V, Q, B: "0" };
  return { e: "kline", E: eventMs, s, k: { ...times, o, c, h, l, ...totals } };
}
