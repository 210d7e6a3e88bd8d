/**
 * The schemas of the exchange's answers: aggregate trades and candles.
 *
 * @module
 */
import { Schema } from "effect";

/** One aggregate trade: `T` is unix milliseconds, `p` and `q` are decimal text. */
export const AggTrade = Schema.Struct({
  a: Schema.Int,
  p: Schema.String,
  q: Schema.String,
  T: Schema.Int,
});
/** One aggregate trade: `T` is unix milliseconds, `p` and `q` are decimal text. */
export type AggTrade = typeof AggTrade.Type;

/** `aggTrades`, oldest first. */
export const AggTrades = Schema.Array(AggTrade);

/** `klines`, oldest first: rows of numbers and decimal text. */
export const KlineRows = Schema.Array(Schema.Array(Schema.Union([Schema.String, Schema.Number])));

/** A candle. `row` is what the exchange sent, for evidence. */
export interface Kline {
  readonly openMs: number;
  readonly open: string;
  readonly close: string;
  readonly closeMs: number;
  readonly trades: number;
  readonly row: ReadonlyArray<string | number>;
}

/** Names the fields of a row; undefined for a row that is not a candle. */
export function toKline(row: ReadonlyArray<string | number>): Kline | undefined {
  const [openMs, open, , , close, , closeMs, , trades] = row;
  if (typeof openMs !== "number" || typeof closeMs !== "number") return undefined;
  if (typeof open !== "string" || typeof close !== "string") return undefined;
  if (typeof trades !== "number") return undefined;
  return { openMs, open, close, closeMs, trades, row };
}
