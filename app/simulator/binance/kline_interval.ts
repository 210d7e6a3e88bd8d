/**
 * The lengths of candles, all of which begin with the day in UTC.
 *
 * @module
 */

const MINUTE_MS = 60_000;

/** Milliseconds by name; only those that someone asks for. */
export const KLINE_MS: ReadonlyMap<string, number> = new Map([
  ["1m", MINUTE_MS],
  ["1h", 60 * MINUTE_MS],
  ["1d", 1_440 * MINUTE_MS],
]);
