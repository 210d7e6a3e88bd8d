/**
 * The seeded market world: prices and trades of every asset, a function of seed and instant.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { makeCache } from "../kit/cache.ts";
import { type AssetPrice, makeAssetPrice } from "./asset_price.ts";
import { EXCHANGE_SYMBOLS, type ExchangeSymbol } from "./symbol.ts";
import { makeWorldTape, type WorldTape } from "./world_tape.ts";

/** 2024-01-01T00:00:00Z: the world has no earlier price or trade. */
export const WORLD_START_SEC = 1_704_067_200;

/** A symbol with its trades. */
export interface ListedSymbol {
  readonly listing: ExchangeSymbol;
  readonly tape: WorldTape;
}

/** The world of one seed. */
export interface World {
  readonly seed: number;
  /** Returns the oracle's side of an asset. */
  price(asset: Asset): AssetPrice;
  /** Returns the symbols of a market, by name. */
  symbols(market: ExchangeMarket): ReadonlyMap<string, ListedSymbol>;
}

/** A process has one world; tests have some. */
const WORLDS_CACHED = 8;
const worlds = makeCache<number, World>(WORLDS_CACHED);

/** Returns the world of a seed, a whole number of at least 0: the same one while it is cached. */
export function makeWorld(seed: number): World {
  return worlds(seed, () => buildWorld(seed));
}

function buildWorld(seed: number): World {
  const prices = new Map(ASSETS.map((asset) => [asset, makeAssetPrice(seed, asset)]));
  const price = (asset: Asset) => prices.get(asset) ?? makeAssetPrice(seed, asset);
  // Activity tables are built only for the requested market.
  const markets = new Map<ExchangeMarket, ReadonlyMap<string, ListedSymbol>>();
  const symbols = (market: ExchangeMarket) => {
    const known = markets.get(market);
    if (known !== undefined) return known;
    const listed = EXCHANGE_SYMBOLS.filter((listing) => listing.market === market);
    const made = new Map(listed.map((listing) => {
      const tape = makeWorldTape(seed, listing, price(listing.asset));
      return [listing.symbol, { listing, tape }];
    }));
    markets.set(market, made);
    return made;
  };
  return { seed, price, symbols };
}
