/**
 * What the venue's relay calls the assets.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";

/** The relay's name of the asset against the dollar, such as `btcusd`. */
export function symbolOf(asset: Asset): string {
  return `${asset}usd`;
}

const BY_SYMBOL: ReadonlyMap<string, Asset> = new Map(
  ASSETS.map((asset) => [symbolOf(asset), asset]),
);

/** The asset of a symbol; undefined for one that is not ours. */
export function assetOf(symbol: string): Asset | undefined {
  return BY_SYMBOL.get(symbol);
}
