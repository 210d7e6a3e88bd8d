/**
 * The symbols of the simulated exchange, with their grids of price and quantity.
 *
 * @module
 */
import { type Asset } from "../../../core/market/mod.ts";
import { type ExchangeMarket } from "../../../core/price/mod.ts";

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

function spot(asset: Asset, grid: { tick: number; lot: number; silent: number }): ExchangeSymbol {
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

/** `printed` is the venue's price precision, which may be finer than its tick ("58605.40"). */
function futures(
  asset: Asset,
  grid: { tick: number; printed: number; lot: number; silent: number },
): ExchangeSymbol {
  return {
    ...spot(asset, grid),
    market: "futures",
    priceDigits: grid.printed,
    quantityDigits: grid.lot,
  };
}

/** Every listing. HYPE is not on spot, as on the real exchange. */
export const EXCHANGE_SYMBOLS: ReadonlyArray<ExchangeSymbol> = [
  spot("btc", { tick: 2, lot: 5, silent: 0.02 }),
  spot("eth", { tick: 2, lot: 4, silent: 0.03 }),
  spot("sol", { tick: 2, lot: 3, silent: 0.08 }),
  spot("xrp", { tick: 4, lot: 1, silent: 0.08 }),
  spot("doge", { tick: 5, lot: 0, silent: 0.2 }),
  spot("bnb", { tick: 2, lot: 3, silent: 0.15 }),
  futures("btc", { tick: 1, printed: 2, lot: 3, silent: 0.02 }),
  futures("eth", { tick: 2, printed: 2, lot: 3, silent: 0.02 }),
  futures("sol", { tick: 2, printed: 4, lot: 2, silent: 0.06 }),
  futures("xrp", { tick: 4, printed: 4, lot: 1, silent: 0.06 }),
  // Measured on the real market: a trade in 73.6 % of seconds.
  futures("hype", { tick: 3, printed: 3, lot: 2, silent: 0.264 }),
  futures("doge", { tick: 5, printed: 6, lot: 0, silent: 0.1 }),
  futures("bnb", { tick: 2, printed: 3, lot: 2, silent: 0.12 }),
];
