/**
 * The series of Kalshi's windows of 15 minutes, and what decides them.
 *
 * @module
 */
import { Option } from "effect";
import type { LegSeries } from "../../core/leg/mod.ts";
import { type Asset, KNOWN_ASSETS } from "../../core/market/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";

/** A series by its ticker. */
export interface KalshiSeries extends LegSeries {
  readonly ticker: string;
}

/** The tickers that are looked for: every one that was ever seen is made so. */
const SERIES_TEXT = KNOWN_ASSETS.map((asset) => `${asset}:KX${asset.toUpperCase()}15M`).join(",");

/** Before this day nobody has seen a window of 15 minutes. */
const FROM_SEC = UnixSec(Date.UTC(2025, 0, 1) / 1000);

/** Bitcoin's index has a name of its own. */
function indexOf(asset: Asset): string {
  return asset === "btc" ? "BRTI" : `${asset.toUpperCase()}USD_RTI`;
}

/** How the setting is written. */
export const SERIES_HINT =
  "use comma-separated pairs such as btc:KXBTC15M, each asset and each series once, or off";

/**
 * Parses comma-separated pairs of an asset and a series, or `off` for none. None for text that is
 * not that, or that names an asset or a series twice.
 */
export function parseSeries(text: string): Option.Option<ReadonlyArray<KalshiSeries>> {
  if (text.trim().toLowerCase() === "off") return Option.some([]);
  const pairs = text.split(",").map((pair) => pair.trim()).filter((pair) => pair !== "");
  const found: Array<{ readonly asset: Asset; readonly ticker: string }> = [];
  for (const pair of pairs) {
    const [, name, ticker] = /^([A-Za-z]+):([A-Z0-9]{1,40})$/.exec(pair) ?? [];
    if (name === undefined || ticker === undefined) return Option.none();
    const asset = KNOWN_ASSETS.find((known) => known === name.toLowerCase());
    if (asset === undefined) return Option.none();
    if (found.some((one) => one.asset === asset || one.ticker === ticker)) return Option.none();
    found.push({ asset, ticker });
  }
  return Option.some(
    found.map(({ asset, ticker }) => ({
      venue: "kalshi",
      asset,
      interval: "15min",
      ticker,
      // Each market states its decimals.
      rule: {
        index: indexOf(asset),
        method: "mean",
        seconds: 60,
        comparison: "greater_or_equal",
        digits: null,
        tie: "up",
      },
      comparable: "same_clock_other_index",
      fromSec: FROM_SEC,
      // No terms for passing its numbers on are known.
      redistributable: "unknown",
    })),
  );
}

/** The series that are looked for where nothing is set. */
export const DEFAULT_SERIES: ReadonlyArray<KalshiSeries> = Option.getOrThrow(
  parseSeries(SERIES_TEXT),
);
