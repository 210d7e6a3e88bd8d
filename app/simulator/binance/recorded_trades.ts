/**
 * Recorded trades that replace the world's, and the spans that they cover.
 *
 * @module
 */
import { countBelow } from "../kit/count_below.ts";
import { type Coverage, makeCoverage } from "../kit/coverage.ts";
import { type Trade } from "../world/trade.ts";

/** A recorded one-minute candle. Prices and the unrestricted volume are scaled by 10^8. */
export interface RecordedMinute {
  readonly openMs: number;
  readonly openE8: number;
  readonly highE8: number;
  readonly lowE8: number;
  readonly closeE8: number;
  readonly volumeE8: bigint;
}

/** The recorded trades of one symbol. */
export interface RecordedTrades {
  /** The covered spans in milliseconds, in which the world's trades are hidden. */
  readonly coverage: Coverage;
  /**
   * Adds trades; they cover the time from the first to the last. A trade that is already present is
   * not added again, so sending the same data twice is harmless.
   */
  putTrades(trades: ReadonlyArray<Trade>): void;
  /** Adds candles, each covering its minute; a repeated minute replaces the earlier one. */
  putMinutes(minutes: ReadonlyArray<RecordedMinute>): void;
  /** Returns every trade, ordered by time; a new array after each change. */
  all(): ReadonlyArray<Trade>;
  /** Returns the number of trades before an instant, in unix milliseconds. */
  countBefore(instantMs: number): number;
}

const MINUTE_MS = 60_000;
/** Offsets within the minute at which a candle's open, high, low and close are traded. */
const OPEN_HIGH_LOW_CLOSE_MS = [0, 20_000, 40_000, 59_000] as const;

/** Makes an empty recording. */
export function makeRecordedTrades(): RecordedTrades {
  const coverage = makeCoverage();
  let single: ReadonlyArray<Trade> = [];
  const minutes = new Map<number, ReadonlyArray<Trade>>();
  let merged: ReadonlyArray<Trade> | undefined;
  const all = () => merged ??= [...single, ...[...minutes.values()].flat()].sort(byTime);
  return {
    coverage,
    putTrades(trades) {
      const [first] = trades;
      if (first === undefined) return;
      let from = first.atMs;
      let to = first.atMs;
      for (const { atMs } of trades) {
        from = Math.min(from, atMs);
        to = Math.max(to, atMs);
      }
      coverage.add([{ from, to: to + 1 }]);
      single = [...single, ...newTrades(single, trades)].sort(byTime);
      merged = undefined;
    },
    putMinutes(candles) {
      coverage.add(candles.map(({ openMs }) => ({ from: openMs, to: openMs + MINUTE_MS })));
      for (const candle of candles) minutes.set(candle.openMs, tradesOf(candle));
      merged = undefined;
    },
    all,
    countBefore: (instantMs) => countBelow(all(), instantMs, ({ atMs }) => atMs),
  };
}

/** The sort is stable, so trades of one millisecond keep the order in which they arrived. */
function byTime(a: Trade, b: Trade): number {
  return a.atMs - b.atMs;
}

/**
 * Returns the trades not present yet. Compares counts, as a recording may hold identical trades.
 */
function newTrades(
  known: ReadonlyArray<Trade>,
  trades: ReadonlyArray<Trade>,
): ReadonlyArray<Trade> {
  const left = new Map<string, number>();
  const keyOf = ({ atMs, priceE8, quantityE8 }: Trade) => `${atMs}:${priceE8}:${quantityE8}`;
  for (const trade of known) left.set(keyOf(trade), (left.get(keyOf(trade)) ?? 0) + 1);
  return trades.filter((trade) => {
    const count = left.get(keyOf(trade)) ?? 0;
    left.set(keyOf(trade), count - 1);
    return count <= 0;
  });
}

/**
 * Returns four trades at the candle's prices, whose quantities add up to its volume. A volume too
 * small to split is traded at the open; zero volume gives no trades.
 */
function tradesOf(candle: RecordedMinute): ReadonlyArray<Trade> {
  if (candle.volumeE8 === 0n) return [];
  const quarterE8 = candle.volumeE8 / 4n;
  const prices = [candle.openE8, candle.highE8, candle.lowE8, candle.closeE8];
  const trades = prices.map((priceE8, i) => ({
    atMs: candle.openMs + (OPEN_HIGH_LOW_CLOSE_MS[i] ?? 0),
    priceE8,
    quantityE8: i === 0 ? candle.volumeE8 - 3n * quarterE8 : quarterE8,
    isBuyerMaker: i % 2 === 1,
  }));
  return quarterE8 === 0n && prices.every((price) => price === candle.openE8)
    ? trades.slice(0, 1)
    : trades;
}
