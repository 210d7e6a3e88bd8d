/**
 * Rows of targets in any number, made by the database itself.
 *
 * @module
 */
import { ASSETS, INTERVALS } from "../../../core/market/mod.ts";

/** The end of the newest window that is stored: 2026-11-05T00:00:00Z. */
export const TARGETS_END_SEC = 1_793_836_800;

const DAY_SEC = 86_400;
const STEP_SEC = { "5min": 300, "15min": 900, "1hour": 3_600, "4hour": 14_400, daily: DAY_SEC };

/** The windows of a day of all series. */
export const TARGETS_A_DAY = ASSETS.length *
  INTERVALS.reduce((sum, interval) => sum + DAY_SEC / STEP_SEC[interval], 0);

/** One statement inserts this many days. */
const DAYS_A_STATEMENT = 100;

/** Returns how many whole days hold at least so many targets. */
export function daysOf(targets: number): number {
  return Math.ceil(targets / TARGETS_A_DAY);
}

/**
 * Returns the statements that insert all targets of the last days, oldest first, as a service
 * stores them: neighbours of one series have those of all others between them.
 */
export function insertTargets(days: number): ReadonlyArray<string> {
  return Array.from({ length: Math.ceil(days / DAYS_A_STATEMENT) }, (_, part) => {
    const daysLeft = days - part * DAYS_A_STATEMENT;
    const fromSec = TARGETS_END_SEC - daysLeft * DAY_SEC;
    const toSec = fromSec + Math.min(DAYS_A_STATEMENT, daysLeft) * DAY_SEC;
    return insertText(fromSec, toSec);
  });
}

function insertText(fromSec: number, toSec: number): string {
  const assets = ASSETS.map((asset) => `('${asset}')`).join();
  const intervals = INTERVALS.map((name) => `('${name}', ${STEP_SEC[name]})`).join();
  return `
    insert into targets (asset, "interval", start_sec, price_e18, source, evidence)
    select asset, name, sec, (50000 + sec % 9973) * 1e18::numeric + sec, 'exchange', '${EVIDENCE}'
    from generate_series(${fromSec}::bigint, ${toSec - 1}, 300) as started (sec)
      cross join (values ${assets}) as assets (asset)
      join (values ${intervals}) as intervals (name, step_sec) on sec % step_sec = 0
    order by sec
  `;
}

/** A candle of the exchange: what most targets are proven by. */
const EVIDENCE = JSON.stringify({
  kind: "kline",
  market: "spot",
  symbol: "BTCUSDT",
  klineInterval: "1s",
  field: "open",
  row: [
    1_793_836_800_000,
    "61361.53000000",
    "61361.53000000",
    "61361.52000000",
    "61361.53000000",
    "0.04211000",
    1_793_836_800_999,
    "2583.93402830",
    9,
    "0.03300000",
    "2024.93049000",
    "0",
  ],
});
