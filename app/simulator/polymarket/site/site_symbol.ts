/**
 * The site's symbols of assets.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../../core/market/mod.ts";

/** The asset of a symbol such as `BTC`; lower case is unknown. */
export const ASSET_BY_SITE_SYMBOL: ReadonlyMap<string, Asset> = new Map(
  ASSETS.map((asset) => [asset.toUpperCase(), asset]),
);
