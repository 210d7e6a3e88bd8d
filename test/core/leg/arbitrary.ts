/** Windows at another venue: arbitrary ones, and the life of one. @module */
import fc from "fast-check";
import type { LegId, LegMarket, LegRecord, LegSeries, MarketStage } from "../../../core/leg/mod.ts";
import { type MarketWindow, PROFILE_BY_NAME, windowContaining } from "../../../core/market/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";

export const START_SEC = UnixSec(1_793_880_000);

export const SERIES: LegSeries = {
  ...{ venue: "kalshi", asset: "doge", interval: "15min" },
  rule: {
    ...{ index: "DOGEUSD_RTI", method: "mean", seconds: 60, comparison: "greater_or_equal" },
    ...{ digits: null, tie: "up" },
  },
  comparable: "same_clock_other_index",
  fromSec: UnixSec(0),
  redistributable: "unknown",
};

export const windowAt = (sec: number): MarketWindow =>
  windowContaining(PROFILE_BY_NAME.spec.calendar, "15min", UnixSec(sec));

export const idAt = (sec: number): LegId => {
  const { interval, startSec, endSec } = windowAt(sec);
  return { venue: "kalshi", asset: "doge", interval, startSec, endSec };
};

/** A market; what is left out is not published. */
export const marketOf = (stage: MarketStage, given: Partial<LegMarket> = {}): LegMarket => ({
  ...{ id: "KXDOGE15M-1", url: "https://example.com/1", stage, digits: 7 },
  ...{ target: null, result: null, settled: null, ...given },
});

export const recordOf = (
  market: LegMarket | null,
  { sec = START_SEC, seenMs = 0 }: { readonly sec?: number; readonly seenMs?: number } = {},
): LegRecord => ({ ...idAt(sec), market, seenMs, earlier: [] });

/** A price with seven decimals, as text. */
export const priceText = fc.integer({ min: 1, max: 9_999_999 })
  .map((units) => `0.${String(units).padStart(7, "0")}`);

/** What a market publishes from its listing to its end, one version after the other. */
export const lives = fc.record({
  target: priceText,
  settled: priceText,
  result: fc.constantFrom("up", "down"),
  end: fc.constantFrom("final", "void"),
}).map(({ target, settled, result, end }) => {
  const ending = { target, settled, result: end === "void" ? null : result } as const;
  return [
    marketOf("announced"),
    marketOf("open"),
    marketOf("open", { target }),
    marketOf("closed", { target }),
    marketOf(end, ending),
  ] as const;
});
