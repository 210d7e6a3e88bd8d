/**
 * The site's names of assets.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";

/** The asset of a symbol such as `BTC`; in small letters none is known. */
export const ASSET_BY_SITE_SYMBOL: ReadonlyMap<string, Asset> = new Map(
  ASSETS.map((asset) => [asset.toUpperCase(), asset]),
);
