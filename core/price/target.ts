/**
 * A target price and the query that it answers.
 *
 * @module
 */
import { type Asset, type MarketWindow } from "../market/mod.ts";
import { type Evidence } from "./evidence.ts";
import { type TargetRule } from "./target_rule.ts";

/**
 * The source of a target, as answers name it.
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

/** Returns whether a source is a late report, used where the exact second has none. */
export function isLateSource(source: TargetSource): boolean {
  return source === "oracle_late" || source === "oracle_twap_late";
}

/** Returns whether a source publishes doubles, which may lack the last digits of a price. */
export function isRoundedSource(source: TargetSource): boolean {
  return source === "venue_site" || source === "venue_metadata";
}

/** The query for the target of one asset's window, with the rule that defines the target. */
export interface TargetQuery {
  readonly asset: Asset;
  readonly window: MarketWindow;
  readonly rule: TargetRule;
}

/** A target. It never changes once found, unless it is provisional. */
export interface Target {
  readonly priceE18: bigint;
  readonly source: TargetSource;
  readonly evidence: Evidence;
}

/** Returns whether a target is provisional: a better source may still correct it, once. */
export function isProvisional({ evidence }: Pick<Target, "evidence">): boolean {
  return evidence.kind === "published" && evidence.provisional;
}

/**
 * Returns whether every replica finds the same number to the last digit, whoever it asks first: a
 * report or a point of the relay for the exact second, or a trade.
 */
export function isExact(target: Target): boolean {
  return !isProvisional(target) && !isLateSource(target.source) && !isRoundedSource(target.source);
}

/** Returns the unique key of a window's target, made of asset, interval and start. */
export function targetKey({ asset, window }: {
  readonly asset: Asset;
  readonly window: Pick<MarketWindow, "interval" | "startSec">;
}): string {
  return `${asset}:${window.interval}:${window.startSec}`;
}
