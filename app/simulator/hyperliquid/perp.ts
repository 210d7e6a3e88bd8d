/**
 * The perpetuals of the secondary venue's main exchange, whose mark prices decide its markets.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";
import { profileOf } from "../world/asset_profile.ts";
import { type World } from "../world/world.ts";

/** One perpetual. */
export interface Perp {
  readonly asset: Asset;
  /** `BTC`. */
  readonly coin: string;
  /** Decimals of a size; a price has 6 minus this many. */
  readonly szDecimals: number;
}

const E18_PER_MICRO = 1_000_000_000_000n;
const MICRO = 1_000_000;
const PRICE_DIGITS = 6;

/** The perpetuals of the simulated assets, by coin. Their order gives the asset ids. */
export const PERPS: ReadonlyMap<string, Perp> = new Map(
  ASSETS.map((asset) => [asset.toUpperCase(), {
    asset,
    coin: asset.toUpperCase(),
    szDecimals: profileOf(asset).szDecimals,
  }]),
);

/** Returns the decimals of a price: `76876.9` for bitcoin, `89.0163` for HYPE. */
function priceDecimals({ szDecimals }: Perp): number {
  return PRICE_DIGITS - szDecimals;
}

/** Returns the world's price at a unix second, in USD. */
export function worldUsd(world: World, { asset }: Perp, sec: number): number {
  return Number(world.price(asset).spotPriceE18(Math.floor(sec)) / E18_PER_MICRO) / MICRO;
}

/** Returns the mark price at a unix second as text. It is updated on every second. */
export function markPrice(world: World, perp: Perp, sec: number): string {
  return worldUsd(world, perp, sec).toFixed(priceDecimals(perp));
}
