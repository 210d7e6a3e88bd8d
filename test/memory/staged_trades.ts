/**
 * Prices at instants, defined by tests.
 *
 * @module
 */
import type { Asset } from "../../core/market/mod.ts";

/** The price of one asset at one instant. */
export interface StagedTrade {
  readonly asset: Asset;
  readonly atMs: number;
  readonly priceE18: bigint;
}

/** Returns the trades of one asset in `[fromMs, toMs)`, oldest first. */
export function tradesWithin(
  trades: ReadonlyArray<StagedTrade>,
  span: { readonly asset: Asset; readonly fromMs: number; readonly toMs: number },
): ReadonlyArray<StagedTrade> {
  return trades
    .filter(({ asset, atMs }) => asset === span.asset && span.fromMs <= atMs && atMs < span.toMs)
    .toSorted((a, b) => a.atMs - b.atMs);
}
