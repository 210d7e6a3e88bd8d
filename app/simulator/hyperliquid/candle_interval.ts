/**
 * The intervals of `candleSnapshot`.
 *
 * @module
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Lengths in milliseconds; months vary in length. */
const LENGTH_MS: ReadonlyMap<string, number | "month"> = new Map<string, number | "month">([
  ["1m", MINUTE_MS],
  ["3m", 3 * MINUTE_MS],
  ["5m", 5 * MINUTE_MS],
  ["15m", 15 * MINUTE_MS],
  ["30m", 30 * MINUTE_MS],
  ["1h", HOUR_MS],
  ["2h", 2 * HOUR_MS],
  ["4h", 4 * HOUR_MS],
  ["8h", 8 * HOUR_MS],
  ["12h", 12 * HOUR_MS],
  ["1d", DAY_MS],
  ["3d", 3 * DAY_MS],
  ["1w", 7 * DAY_MS],
  ["1M", "month"],
]);

/** An interval of candles; instants are unix milliseconds. */
export interface CandleInterval {
  readonly name: string;
  /** Returns the open of the candle that contains an instant. */
  startAt(ms: number): number;
  /** Returns the open of the next candle. */
  nextAt(startMs: number): number;
}

/** Returns the interval of a name; undefined for an unknown name. */
export function candleInterval(name: unknown): CandleInterval | undefined {
  if (typeof name !== "string") return undefined;
  const length = LENGTH_MS.get(name);
  if (length === undefined) return undefined;
  if (length === "month") {
    return {
      name,
      startAt: (ms) => month(ms, 0),
      nextAt: (ms) => month(ms, 1),
    };
  }
  return {
    name,
    startAt: (ms) => Math.floor(ms / length) * length,
    nextAt: (startMs) => startMs + length,
  };
}

function month(ms: number, later: number): number {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later);
}
