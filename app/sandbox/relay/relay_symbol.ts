/**
 * What the relay calls the assets.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";

/** The relay's name of an asset's price in US dollars. */
export function symbolOf(asset: Asset): string {
  return `${asset}usd`;
}

/** The assets by their symbols. */
export const ASSET_BY_SYMBOL: ReadonlyMap<string, Asset> = new Map(
  ASSETS.map((asset) => [symbolOf(asset), asset]),
);

/** Symbols that the relay averages. Of the last one the world knows no price. */
export const AVERAGED_SYMBOLS: ReadonlyArray<string> = [...ASSET_BY_SYMBOL.keys(), "zecusd"];
