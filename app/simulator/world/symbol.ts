/**
 * The symbols of the simulated exchange, with their grids of price and quantity.
 *
 * @module
 */
import { type Asset, ASSETS } from "../../../core/market/mod.ts";
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { ASSET_PROFILES, type ExchangeGrid } from "./asset_profile.ts";

/** One symbol on one market. */
export interface ExchangeSymbol {
  readonly market: ExchangeMarket;
  readonly symbol: string;
  readonly asset: Asset;
  /** Prices are multiples of 10^-tickDigits and quantities of 10^-lotDigits. */
  readonly tickDigits: number;
  readonly lotDigits: number;
  /** Minimum printed decimals: spot always prints 8, futures print few. */
  readonly priceDigits: number;
  readonly quantityDigits: number;
  /** Share of all seconds without a trade. */
  readonly silentChance: number;
}

const SPOT_DIGITS = 8;

function spot(asset: Asset, grid: ExchangeGrid): ExchangeSymbol {
  return {
    market: "spot",
    symbol: `${asset.toUpperCase()}USDT`,
    asset,
    tickDigits: grid.tick,
    lotDigits: grid.lot,
    priceDigits: SPOT_DIGITS,
    quantityDigits: SPOT_DIGITS,
    silentChance: grid.silent,
  };
}

/** Every listing. */
export const EXCHANGE_SYMBOLS: ReadonlyArray<ExchangeSymbol> = ASSETS.flatMap((asset) => {
  const { spot: grid, futures } = ASSET_PROFILES[asset];
  return [
    ...grid === null ? [] : [spot(asset, grid)],
    {
      ...spot(asset, futures),
      market: "futures" as const,
      priceDigits: futures.printed,
      quantityDigits: futures.lot,
    },
  ];
});
