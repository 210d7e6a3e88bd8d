/**
 * Prices at instants, as a test states them.
 *
 * @module
 */
import type { Asset } from "../../core/market/mod.ts";

/** One asset cost this much at this instant. */
export interface StagedTrade {
  readonly asset: Asset;
  readonly atMs: number;
  readonly priceE18: bigint;
}

/** The trades of one asset from one instant up to, but without, another; oldest first. */
export function tradesWithin(
  trades: ReadonlyArray<StagedTrade>,
  span: { readonly asset: Asset; readonly fromMs: number; readonly toMs: number },
): ReadonlyArray<StagedTrade> {
  return trades
    .filter(({ asset, atMs }) => asset === span.asset && span.fromMs <= atMs && atMs < span.toMs)
    .toSorted((a, b) => a.atMs - b.atMs);
}
