/**
 * The relay's symbols of the assets.
 *
 * @module
 */
import { type Asset, ASSETS, factsOf } from "../../../core/market/mod.ts";

/** Returns the relay's symbol of the asset against the dollar, such as `btcusd`. */
export function symbolOf(asset: Asset): string {
  return factsOf(asset).relaySymbol;
}

const BY_SYMBOL: ReadonlyMap<string, Asset> = new Map(
  ASSETS.map((asset) => [symbolOf(asset), asset]),
);

/** Returns the asset of a symbol; undefined for an unknown one. */
export function assetOf(symbol: string): Asset | undefined {
  return BY_SYMBOL.get(symbol);
}
