/**
 * A target price, and the question it answers.
 *
 * @module
 */
import { type Asset, type MarketWindow } from "../market/mod.ts";
import { type Evidence } from "./evidence.ts";
import { type TargetRule } from "./target_rule.ts";

/**
 * Where a target was found, as answers name it.
 *
 * `_late`: the exact second had no report, and this is the first one up to five seconds later.
 * `venue_`: the price that the primary venue publishes on its site, or in its metadata: a double.
 */
export const TARGET_SOURCES = [
  "oracle",
  "oracle_twap",
  "oracle_late",
  "oracle_twap_late",
  "aggTrades",
  "klines",
  "klines_1m",
  "venue_site",
  "venue_metadata",
] as const;

/** One of {@linkcode TARGET_SOURCES}. */
export type TargetSource = (typeof TARGET_SOURCES)[number];

/** Whether a source is a report that stands in for the one of the exact second. */
export function isLateSource(source: TargetSource): boolean {
  return source === "oracle_late" || source === "oracle_twap_late";
}

/** Whether a source names prices as doubles: such a one may differ in digits that it lacks. */
export function isRoundedSource(source: TargetSource): boolean {
  return source === "venue_site" || source === "venue_metadata";
}

/** A window of one asset whose target is wanted, with the rule that says which number it is. */
export interface TargetQuery {
  readonly asset: Asset;
  readonly window: MarketWindow;
  readonly rule: TargetRule;
}

/** A target. It never changes once it exists, unless it is provisional. */
export interface Target {
  readonly priceE18: bigint;
  readonly source: TargetSource;
  readonly evidence: Evidence;
}

/** Whether a better source may still correct it, once. */
export function isProvisional({ evidence }: Pick<Target, "evidence">): boolean {
  return evidence.kind === "published" && evidence.provisional;
}

/** Names a window's target: asset, interval and start say everything. */
export function targetKey({ asset, window }: {
  readonly asset: Asset;
  readonly window: Pick<MarketWindow, "interval" | "startSec">;
}): string {
  return `${asset}:${window.interval}:${window.startSec}`;
}
