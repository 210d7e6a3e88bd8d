/**
 * The relay's symbols of the assets.
 *
 * @module
 */
import { type Asset, ASSETS, factsOf } from "../../../../core/market/mod.ts";

/** Returns the relay's symbol for an asset's price in US dollars. */
export function symbolOf(asset: Asset): string {
  return factsOf(asset).relaySymbol;
}

/** The assets by their symbols. */
export const ASSET_BY_SYMBOL: ReadonlyMap<string, Asset> = new Map(
  ASSETS.map((asset) => [symbolOf(asset), asset]),
);

/** Symbols with an average. The world may have no price for the last one. */
export const AVERAGED_SYMBOLS: ReadonlyArray<string> = [
  ...new Set([...ASSET_BY_SYMBOL.keys(), factsOf("zec").relaySymbol]),
];
