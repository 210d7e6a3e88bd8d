/**
 * Candles, as `candleSnapshot` answers them.
 *
 * @module
 */
import { hash32, streamOf } from "../world/hash.ts";
import { type CandleInterval } from "./candle_interval.ts";
import { type PriceTrack } from "./price_track.ts";

/** One candle. Prices of outcomes are probabilities. */
export interface Candle {
  /** Its open, and its last millisecond. */
  readonly t: number;
  readonly T: number;
  readonly s: string;
  readonly i: string;
  readonly o: string;
  readonly c: string;
  readonly h: string;
  readonly l: string;
  readonly v: string;
  /** Number of trades. */
  readonly n: number;
}

/** The most recent candles that are available. Source: the venue's documentation. */
const CANDLES_MAX = 5_000;
/** Price samples per candle. */
const SAMPLES = 12;
const TRADES_MAX = 400;
const SIZE_MAX = 90_000;

/** Returns the candles that overlap `[startMs, endMs]` while the coin was traded, in order. */
export function candlesOf(
  track: PriceTrack,
  { interval, startMs, endMs }: {
    readonly interval: CandleInterval;
    readonly startMs: number;
    readonly endMs: number;
  },
): ReadonlyArray<Candle> {
  const fromMs = Math.max(startMs, track.fromMs);
  const untilMs = Math.min(endMs + 1, track.untilMs);
  // Walks backwards in time, because there may be too many candles.
  const starts: number[] = [];
  for (
    let at = interval.startAt(untilMs - 1);
    fromMs < untilMs && starts.length < CANDLES_MAX && interval.nextAt(at) > fromMs;
    at = interval.startAt(at - 1)
  ) starts.push(at);
  return starts.reverse().map((t) => candleAt(track, interval, t));
}

function candleAt(track: PriceTrack, interval: CandleInterval, t: number): Candle {
  const nextMs = interval.nextAt(t);
  const firstMs = Math.max(t, track.fromMs);
  const lastMs = Math.min(nextMs, track.untilMs) - 1;
  const prices = Array.from(
    { length: SAMPLES + 1 },
    (_, at) => track.priceAt(firstMs + Math.floor(((lastMs - firstMs) * at) / SAMPLES)),
  );
  const sorted = prices.toSorted((a, b) => Number(a) - Number(b));
  const drawn = hash32(streamOf(0, track.coin), Math.floor(t / 60_000));
  return {
    t,
    T: nextMs - 1,
    s: track.coin,
    i: interval.name,
    o: prices[0] ?? "0",
    c: prices.at(-1) ?? "0",
    h: sorted.at(-1) ?? "0",
    l: sorted[0] ?? "0",
    v: `${1 + drawn % SIZE_MAX}.0`,
    n: 1 + (drawn >>> 16) % TRADES_MAX,
  };
}
