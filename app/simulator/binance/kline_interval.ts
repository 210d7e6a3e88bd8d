/**
 * The exchange's candle intervals, and the instants at which candles open.
 *
 * @module
 */

/** One interval. Instants are unix milliseconds. */
export interface KlineInterval {
  readonly name: string;
  /**
   * Returns the open of the candle that contains an instant, on a wall clock `offsetMs` ahead of
   * UTC.
   */
  openOf(instantMs: number, offsetMs: number): number;
  /** Returns the open of the candle after the one that opens at `openMs`. */
  nextOpen(openMs: number, offsetMs: number): number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** 1970-01-05, a Monday: the exchange's weeks begin on Mondays. */
const MONDAY_MS = 4 * DAY_MS;

function fixed(name: string, lengthMs: number, anchorMs = 0): KlineInterval {
  return {
    name,
    openOf(instantMs, offsetMs) {
      const localMs = instantMs + offsetMs - anchorMs;
      return Math.floor(localMs / lengthMs) * lengthMs + anchorMs - offsetMs;
    },
    nextOpen: (openMs) => openMs + lengthMs,
  };
}

const MONTH: KlineInterval = {
  name: "1M",
  openOf(instantMs, offsetMs) {
    const local = new Date(instantMs + offsetMs);
    return Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1) - offsetMs;
  },
  nextOpen(openMs, offsetMs) {
    const local = new Date(openMs + offsetMs);
    return Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1) - offsetMs;
  },
};

const FROM_ONE_MINUTE: ReadonlyArray<KlineInterval> = [
  fixed("1m", MINUTE_MS),
  fixed("3m", 3 * MINUTE_MS),
  fixed("5m", 5 * MINUTE_MS),
  fixed("15m", 15 * MINUTE_MS),
  fixed("30m", 30 * MINUTE_MS),
  fixed("1h", HOUR_MS),
  fixed("2h", 2 * HOUR_MS),
  fixed("4h", 4 * HOUR_MS),
  fixed("6h", 6 * HOUR_MS),
  fixed("8h", 8 * HOUR_MS),
  fixed("12h", 12 * HOUR_MS),
  fixed("1d", DAY_MS),
  fixed("3d", 3 * DAY_MS),
  fixed("1w", 7 * DAY_MS, MONDAY_MS),
  MONTH,
];

/** The intervals of futures, which have no one-second candle. */
export const FUTURES_INTERVALS: ReadonlyMap<string, KlineInterval> = new Map(
  FROM_ONE_MINUTE.map((interval) => [interval.name, interval]),
);

/** Spot's intervals by name. Names are case-sensitive: `1m` and `1M` differ. */
export const SPOT_INTERVALS: ReadonlyMap<string, KlineInterval> = new Map(
  [fixed("1s", 1000), ...FROM_ONE_MINUTE].map((interval) => [interval.name, interval]),
);
