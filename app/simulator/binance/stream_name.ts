/**
 * Parses stream names.
 *
 * @module
 */
import { type Exchange } from "./endpoint.ts";
import { FUTURES_INTERVALS, SPOT_INTERVALS } from "./kline_interval.ts";
import { makeKlineSource } from "./kline_stream.ts";
import { type StreamSource } from "./stream_pump.ts";
import { makeTradeSource } from "./trade_stream.ts";

/**
 * Returns the source of `btcusdt@aggTrade` or `btcusdt@kline_1h`; undefined for any other name. The
 * symbol is in lower case and the rest is case-sensitive.
 */
export function findStream(exchange: Exchange, name: string): StreamSource | undefined {
  const { market, clock, symbols } = exchange;
  const [, symbol = "", intervalName] = /^([a-z0-9]+)@(?:aggTrade|kline_(\w+))$/.exec(name) ?? [];
  const listed = symbols.get(symbol.toUpperCase());
  if (listed === undefined) return undefined;
  if (intervalName === undefined) return makeTradeSource(listed, clock.speed);
  const interval = (market === "spot" ? SPOT_INTERVALS : FUTURES_INTERVALS).get(intervalName);
  return interval && makeKlineSource(listed, interval, clock.speed);
}
