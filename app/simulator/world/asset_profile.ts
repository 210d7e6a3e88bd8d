/**
 * The behaviour of each asset of the world, and its listings. Levels and liveliness are near the
 * real ones; nothing depends on them.
 *
 * @module
 */
import { type Asset, factsOf, KNOWN_ASSETS } from "../../../core/market/mod.ts";

/** How a market of the exchange lists an asset. */
interface ExchangeGrid {
  /** Prices are multiples of 10^-tick and quantities of 10^-lot. */
  readonly tick: number;
  readonly lot: number;
  /** Share of all seconds without a trade. */
  readonly silent: number;
}

/** The parameters of one asset. */
export interface AssetProfile {
  /** USD around which the price wanders; it stays between a quarter and twice this. */
  readonly baseUsd: number;
  /** Factor on every movement; 1 is bitcoin's. At most 1.6, or prices could reach zero. */
  readonly liveliness: number;
  /** The id of its tag on the primary venue, as observed. */
  readonly tagId: number;
  /** Decimals of a size on the secondary venue. */
  readonly szDecimals: number;
  /** Null: not on spot, as on the real exchange. */
  readonly spot: ExchangeGrid | null;
  /** `printed` is the price precision, which may be finer than the tick ("58605.40"). */
  readonly futures: ExchangeGrid & { readonly printed: number };
}

const OBSERVED: Readonly<Partial<Record<Asset, AssetProfile>>> = {
  btc: {
    ...{ baseUsd: 78_000, liveliness: 1, tagId: 235, szDecimals: 5 },
    spot: { tick: 2, lot: 5, silent: 0.02 },
    futures: { tick: 1, printed: 2, lot: 3, silent: 0.02 },
  },
  eth: {
    ...{ baseUsd: 2_700, liveliness: 1.3, tagId: 39, szDecimals: 4 },
    spot: { tick: 2, lot: 4, silent: 0.03 },
    futures: { tick: 2, printed: 2, lot: 3, silent: 0.02 },
  },
  sol: {
    ...{ baseUsd: 155, liveliness: 1.5, tagId: 818, szDecimals: 2 },
    spot: { tick: 2, lot: 3, silent: 0.08 },
    futures: { tick: 2, printed: 4, lot: 2, silent: 0.06 },
  },
  xrp: {
    ...{ baseUsd: 2.2, liveliness: 1.4, tagId: 101267, szDecimals: 0 },
    spot: { tick: 4, lot: 1, silent: 0.08 },
    futures: { tick: 4, printed: 4, lot: 1, silent: 0.06 },
  },
  hype: {
    ...{ baseUsd: 40, liveliness: 1.6, tagId: 102321, szDecimals: 2 },
    spot: null,
    // Measured on the real market: a trade in 73.6 % of seconds.
    futures: { tick: 3, printed: 3, lot: 2, silent: 0.264 },
  },
  doge: {
    ...{ baseUsd: 0.19, liveliness: 1.6, tagId: 102134, szDecimals: 0 },
    spot: { tick: 5, lot: 0, silent: 0.2 },
    futures: { tick: 5, printed: 6, lot: 0, silent: 0.1 },
  },
  bnb: {
    ...{ baseUsd: 720, liveliness: 1.1, tagId: 102533, szDecimals: 3 },
    spot: { tick: 2, lot: 3, silent: 0.15 },
    futures: { tick: 2, printed: 3, lot: 2, silent: 0.12 },
  },
};

/** Beyond every tag that was observed. */
const INVENTED_TAG_ID = 900_000;

/** Returns the profile of an asset: an ordinary one, where nothing was observed. */
export function profileOf(asset: Asset): AssetProfile {
  const grid = { tick: 2, lot: 3, silent: 0.15 };
  return OBSERVED[asset] ?? {
    ...{ baseUsd: 100, liveliness: 1.4, szDecimals: 2 },
    tagId: INVENTED_TAG_ID + KNOWN_ASSETS.indexOf(asset),
    spot: factsOf(asset).exchangeMarket === "spot" ? grid : null,
    futures: { ...grid, printed: 2 },
  };
}
