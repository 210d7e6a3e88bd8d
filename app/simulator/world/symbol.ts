/**
 * The symbols of the simulated exchange, with their grids of price and quantity.
 *
 * @module
 */
import { type Asset, ASSETS, factsOf } from "../../../core/market/mod.ts";
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { profileOf } from "./asset_profile.ts";

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

/** Every listing. */
export const EXCHANGE_SYMBOLS: ReadonlyArray<ExchangeSymbol> = ASSETS.flatMap((asset) =>
  (["spot", "futures"] as const).flatMap((market) => {
    const grid = profileOf(asset)[market];
    return grid === null ? [] : [{
      market,
      symbol: factsOf(asset).exchangeSymbol,
      asset,
      tickDigits: grid.tick,
      lotDigits: grid.lot,
      priceDigits: "printed" in grid ? grid.printed : SPOT_DIGITS,
      quantityDigits: market === "spot" ? SPOT_DIGITS : grid.lot,
      silentChance: grid.silent,
    }];
  })
);
