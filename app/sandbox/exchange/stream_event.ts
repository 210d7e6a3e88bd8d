/**
 * Events of streams as the exchange writes them.
 *
 * @module
 */
import { type ExchangeSymbol } from "../world/symbol.ts";
import { type Kline } from "./klines.ts";
import { idOfPlace, type NumberedTrade } from "./trade_id.ts";
import { aggTradeRow, klineRow } from "./wire_row.ts";

/** What every event has: whose it is, and when it was sent, in unix milliseconds. */
export interface EventHead {
  readonly listing: ExchangeSymbol;
  readonly eventMs: number;
}

/** An aggregate trade: what REST has in its row, behind a head. */
export function aggTradeEvent(numbered: NumberedTrade, { listing, eventMs }: EventHead): object {
  const row = aggTradeRow(numbered, { listing, isMicroseconds: false });
  return { e: "aggTrade", E: eventMs, s: listing.symbol, ...row };
}

/** A candle as it is in a stream. */
export interface StreamKline extends Kline {
  readonly interval: string;
  readonly isClosed: boolean;
  /** How many trades the symbol had before the candle's first. */
  readonly place: number;
}

/** The ids of the trades of a candle that has none. */
const NO_ID = -1;

/** A candle, open or closed. */
export function klineEvent(kline: StreamKline, { listing, eventMs }: EventHead): object {
  const [t, o, h, l, c, v, T, q, n, V, Q] = klineRow(kline, { listing, isMicroseconds: false });
  const { place, candle: { count } } = kline;
  const s = listing.symbol;
  const ids = count === 0
    ? { f: NO_ID, L: NO_ID }
    : { f: idOfPlace(place), L: idOfPlace(place + count - 1) };
  const times = { t, T, s, i: kline.interval, ...ids };
  // The last one means nothing, as the exchange says.
  const totals = { v, n, x: kline.isClosed, q, V, Q, B: "0" };
  return { e: "kline", E: eventMs, s, k: { ...times, o, c, h, l, ...totals } };
}
