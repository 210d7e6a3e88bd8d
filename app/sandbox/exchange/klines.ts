/**
 * Lists candles as the exchange does.
 *
 * @module
 */
import { type Candle } from "../world/trade.ts";
import { type KlineInterval } from "./kline_interval.ts";
import { type Tape } from "./tape.ts";

/** Which candles are wanted. Instants are unix milliseconds and, as on the wire, inclusive. */
export interface KlineQuery {
  readonly interval: KlineInterval;
  /** How far the wall clock that days begin on is ahead of UTC. */
  readonly offsetMs: number;
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  readonly limit: number;
  readonly nowMs: number;
}

/** A candle with its time, both ends inclusive as on the wire. */
export interface Kline {
  readonly openMs: number;
  readonly closeMs: number;
  readonly candle: Candle;
}

/**
 * With a start, the oldest candles that open from then on; without, the most recent ones.
 *
 * A candle that has just begun has no row before its first trade. One that has ended without a
 * trade is filled with the price before, at no volume: no open may be read from it.
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
  // A trade of this very millisecond has already happened.
  const candle = tape.candle({ from: openMs, to: Math.min(nextOpenMs, query.nowMs + 1) }) ??
    (nextOpenMs <= query.nowMs ? silentCandle(tape, openMs) : undefined);
  return candle === undefined ? undefined : { openMs, closeMs: nextOpenMs - 1, candle };
}

/** The candle of a time without a trade: the price before it, four times, with no volume. */
export function silentCandle(tape: Tape, openMs: number): Candle | undefined {
  const [last] = tape.last({ from: tape.startMs(), to: openMs }, 1);
  if (last === undefined) return undefined;
  const priceE8 = last.priceE8;
  const prices = { openE8: priceE8, highE8: priceE8, lowE8: priceE8, closeE8: priceE8 };
  return { ...prices, count: 0, volumeE8: 0n, takerVolumeE8: 0n };
}
