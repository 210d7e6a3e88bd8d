/**
 * What a seeded world says every price is: computed from its seed, and never asked of a service.
 *
 * @module
 */
import { makeOracleSeries } from "../../app/simulator/chainlink/oracle_series.ts";
import { makeWorld } from "../../app/simulator/world/world.ts";
import { type Asset, INTERVALS } from "../../core/market/mod.ts";

/** The length of each kind of window, in seconds: a sandbox follows the UTC grid. */
const LENGTH_SEC: ReadonlyMap<string, number> = new Map([
  ["5min", 300],
  ["15min", 900],
  ["1hour", 3_600],
  ["4hour", 14_400],
  ["daily", 86_400],
]);

/** The prices of one world. Prices of windows are as JSON writes them. */
export type Truth = ReturnType<typeof makeTruth>;

/** Kept for the clients that follow the same averages. */
const KEPT_MAX = 20_000;

/** The length of a kind of window, in seconds. */
export function lengthSecOf(interval: string): number {
  const lengthSec = LENGTH_SEC.get(interval);
  if (lengthSec === undefined) throw new Error(`no such interval: ${interval}`);
  return lengthSec;
}

/** Makes the truth of a seed, from 2026-08-14 on: by then averages of 60 s decide. */
export function makeTruth(seed: number) {
  const world = makeWorld(seed);
  const oracle = makeOracleSeries(world);
  const kept = new Map<string, { readonly observedSec: number; readonly priceE18: bigint }>();

  /** The first average of 60 s that was observed at this second or later. */
  const nextTwap = (asset: Asset, fromSec: number) => {
    const key = `${asset} ${fromSec}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const report = oracle.of(asset, "twap_60")?.next(fromSec);
    if (report === undefined) throw new Error(`the world has no average of ${key}`);
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(key, report);
    return report;
  };
  /** The first trade of the window; the day's candle opens with it too. */
  const firstTrade = (asset: Asset, startSec: number): number => {
    const listed = (["spot", "futures"] as const)
      .flatMap((market) => [...world.symbols(market).values()])
      .find(({ listing }) => listing.asset === asset);
    if (listed === undefined) throw new Error(`the exchange does not list ${asset}`);
    const [first] = listed.tape.trades(startSec / 60);
    if (first === undefined) throw new Error(`no trade of ${asset} at ${startSec}`);
    return Number(`${first.priceE8}e-8`);
  };
  return {
    nextTwap,
    /** The price to beat of the window that starts at this second. */
    target: (asset: Asset, interval: string, startSec: number) =>
      interval === "1hour" || interval === "daily"
        ? firstTrade(asset, startSec)
        : Number(`${nextTwap(asset, startSec).priceE18}e-18`),
  };
}

/** Every kind of window. */
export const ALL_INTERVALS: ReadonlyArray<string> = INTERVALS;
