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
  /** When it begins, and the last millisecond of it. */
  readonly t: number;
  readonly T: number;
  readonly s: string;
  readonly i: string;
  readonly o: string;
  readonly c: string;
  readonly h: string;
  readonly l: string;
  readonly v: string;
  /** How many trades there were. */
  readonly n: number;
}

/** So many there are of the past, the most recent. Source: the venue's documentation. */
const CANDLES_MAX = 5_000;
/** The price is looked at so often in a candle. */
const LOOKS = 12;
const TRADES_MAX = 400;
const SIZE_MAX = 90_000;

/** The candles that touch `[startMs, endMs]` while it was traded, in order. */
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
  // Time is walked backwards, as there may be too much of it.
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
    { length: LOOKS + 1 },
    (_, at) => track.priceAt(firstMs + Math.floor(((lastMs - firstMs) * at) / LOOKS)),
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
