/**
 * Lists candles as the exchange does.
 *
 * @module
 */
import { type Candle } from "../world/trade.ts";
import { type KlineInterval } from "./kline_interval.ts";
import { type Tape } from "./tape.ts";

/** The requested candles. Instants are unix milliseconds and, as on the wire, inclusive. */
export interface KlineQuery {
  readonly interval: KlineInterval;
  /** The offset from UTC, in milliseconds, of the wall clock on which days begin. */
  readonly offsetMs: number;
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
  const { interval, offsetMs, nowMs, limit } = query;
  const earliestMs = interval.openOf(tape.startMs(), offsetMs);
  const latestMs = Math.min(query.endMs ?? nowMs, nowMs);
  const klines: Kline[] = [];
  const take = (openMs: number) => {
    const kline = klineAt(tape, query, openMs);
    if (kline !== undefined) klines.push(kline);
  };
  if (query.startMs === undefined) {
    let openMs = interval.openOf(latestMs, offsetMs);
    for (; openMs >= earliestMs && klines.length < limit;) {
      take(openMs);
      openMs = interval.openOf(openMs - 1, offsetMs);
    }
    return klines.reverse();
  }
  const startMs = Math.max(query.startMs, earliestMs);
  let openMs = interval.openOf(startMs, offsetMs);
  if (openMs < startMs) openMs = interval.nextOpen(openMs, offsetMs);
  for (; openMs <= latestMs && klines.length < limit;) {
    take(openMs);
    openMs = interval.nextOpen(openMs, offsetMs);
  }
  return klines;
}

function klineAt(tape: Tape, query: KlineQuery, openMs: number): Kline | undefined {
  const nextOpenMs = query.interval.nextOpen(openMs, query.offsetMs);
  // A trade of this exact millisecond has already happened.
  const candle = tape.candle({ from: openMs, to: Math.min(nextOpenMs, query.nowMs + 1) }) ??
    (nextOpenMs <= query.nowMs ? silentCandle(tape, openMs) : undefined);
  return candle === undefined ? undefined : { openMs, closeMs: nextOpenMs - 1, candle };
}

/** Returns the candle for a span without trades: the previous price four times, at zero volume. */
export function silentCandle(tape: Tape, openMs: number): Candle | undefined {
  const [last] = tape.last({ from: tape.startMs(), to: openMs }, 1);
  if (last === undefined) return undefined;
  const priceE8 = last.priceE8;
  const prices = { openE8: priceE8, highE8: priceE8, lowE8: priceE8, closeE8: priceE8 };
  return { ...prices, count: 0, volumeE8: 0n, takerVolumeE8: 0n };
}
