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
 */
export const TARGET_SOURCES = [
  "oracle",
  "oracle_twap",
  "oracle_late",
  "oracle_twap_late",
  "aggTrades",
  "klines",
  "klines_1m",
] as const;

/** One of {@linkcode TARGET_SOURCES}. */
export type TargetSource = (typeof TARGET_SOURCES)[number];

/** A window of one asset whose target is wanted, with the rule that says which number it is. */
export interface TargetQuery {
  readonly asset: Asset;
  readonly window: MarketWindow;
  readonly rule: TargetRule;
}

/** A final target: it never changes once it exists. */
export interface Target {
  readonly priceE18: bigint;
  readonly source: TargetSource;
  readonly evidence: Evidence;
}

/** Names a window's target: asset, interval and start say everything. */
export function targetKey({ asset, window }: {
  readonly asset: Asset;
  readonly window: Pick<MarketWindow, "interval" | "startSec">;
}): string {
  return `${asset}:${window.interval}:${window.startSec}`;
}
