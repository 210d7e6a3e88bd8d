/**
 * Lists candles as the exchange does.
 *
 * @module
 */
import { type Candle } from "../world/trade.ts";
import { type Tape } from "./tape.ts";

/** The requested candles. Instants are unix milliseconds and, as on the wire, inclusive. */
export interface KlineQuery {
  /** The length of each candle, in milliseconds. */
  readonly stepMs: number;
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  readonly limit: number;
  readonly nowMs: number;
}

/** A candle with its times, both inclusive as on the wire. */
export interface Kline {
  readonly openMs: number;
  readonly closeMs: number;
  readonly candle: Candle;
}

/**
 * Returns the oldest candles from a start on; without a start, the most recent ones.
 *
 * A candle that has just opened has no row before its first trade. A past candle without trades
 * repeats the previous price at zero volume, so its open is not a traded price.
 */
export function listKlines(tape: Tape, query: KlineQuery): ReadonlyArray<Kline> {
  const { stepMs, nowMs, limit } = query;
  const openOf = (instantMs: number) => Math.floor(instantMs / stepMs) * stepMs;
  const earliestMs = openOf(tape.startMs());
  const latestMs = Math.min(query.endMs ?? nowMs, nowMs);
  const klines: Kline[] = [];
  const take = (openMs: number) => {
    const kline = klineAt(tape, query, openMs);
    if (kline !== undefined) klines.push(kline);
  };
  if (query.startMs === undefined) {
    let openMs = openOf(latestMs);
    for (; openMs >= earliestMs && klines.length < limit; openMs -= stepMs) take(openMs);
    return klines.reverse();
  }
  let openMs = openOf(Math.max(query.startMs, earliestMs) + stepMs - 1);
  for (; openMs <= latestMs && klines.length < limit; openMs += stepMs) take(openMs);
  return klines;
}

function klineAt(tape: Tape, query: KlineQuery, openMs: number): Kline | undefined {
  const nextOpenMs = openMs + query.stepMs;
  // A trade of this exact millisecond has already happened.
  const candle = tape.candle({ from: openMs, to: Math.min(nextOpenMs, query.nowMs + 1) }) ??
    (nextOpenMs <= query.nowMs ? silentCandle(tape, openMs) : undefined);
  return candle === undefined ? undefined : { openMs, closeMs: nextOpenMs - 1, candle };
}

/** Returns the candle for a span without trades: the previous price four times, at zero volume. */
function silentCandle(tape: Tape, openMs: number): Candle | undefined {
  const [last] = tape.last({ from: tape.startMs(), to: openMs }, 1);
  if (last === undefined) return undefined;
  const priceE8 = last.priceE8;
  const prices = { openE8: priceE8, highE8: priceE8, lowE8: priceE8, closeE8: priceE8 };
  return { ...prices, count: 0, volumeE8: 0n, takerVolumeE8: 0n };
}
