/**
 * The `exchangeInfo` answer: listings and limits, as far as clients read them.
 *
 * @module
 */
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { type ExchangeSymbol } from "../world/symbol.ts";

/** Request weight per minute. */
export const WEIGHT_LIMIT: Readonly<Record<ExchangeMarket, number>> = {
  spot: 6_000,
  futures: 2_400,
};

/** Returns the body of `exchangeInfo`. */
export function exchangeInfo(
  market: ExchangeMarket,
  { listings, nowMs }: { readonly listings: ReadonlyArray<ExchangeSymbol>; readonly nowMs: number },
): unknown {
  return {
    timezone: "UTC",
    serverTime: nowMs,
    ...(market === "futures" ? { futuresType: "U_MARGINED", assets: [] } : {}),
    rateLimits: [{
      rateLimitType: "REQUEST_WEIGHT",
      interval: "MINUTE",
      intervalNum: 1,
      limit: WEIGHT_LIMIT[market],
    }],
    exchangeFilters: [],
    symbols: listings.map(market === "spot" ? spotSymbol : futuresSymbol),
  };
}

function spotSymbol(listing: ExchangeSymbol): unknown {
  return {
    ...names(listing),
    status: "TRADING",
    baseAssetPrecision: 8,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    orderTypes: ["LIMIT", "LIMIT_MAKER", "MARKET"],
    icebergAllowed: true,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: true,
    filters: filters(listing),
    permissions: [],
    permissionSets: [["SPOT", "MARGIN"]],
  };
}

function futuresSymbol(listing: ExchangeSymbol): unknown {
  return {
    ...names(listing),
    pair: listing.symbol,
    contractType: "PERPETUAL",
    status: "TRADING",
    marginAsset: "USDT",
    pricePrecision: listing.priceDigits,
    quantityPrecision: listing.lotDigits,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: "COIN",
    filters: filters(listing),
    orderTypes: ["LIMIT", "MARKET", "STOP", "TAKE_PROFIT"],
    timeInForce: ["GTC", "IOC", "FOK", "GTX"],
  };
}

function names({ symbol, asset }: ExchangeSymbol) {
  return { symbol, baseAsset: asset.toUpperCase(), quoteAsset: "USDT" };
}

function filters(listing: ExchangeSymbol) {
  const tickSize = step(listing.tickDigits, listing.priceDigits);
  const stepSize = step(listing.lotDigits, listing.quantityDigits);
  return [
    { filterType: "PRICE_FILTER", minPrice: tickSize, maxPrice: "1000000", tickSize },
    { filterType: "LOT_SIZE", minQty: stepSize, maxQty: "90000000", stepSize },
  ];
}

/** Returns 10^-digits as text with the given number of decimals: `0.01000000`. */
function step(digits: number, shown: number): string {
  const fraction = digits === 0 ? "" : "1".padStart(digits, "0");
  const padded = fraction.padEnd(shown, "0");
  return `${digits === 0 ? 1 : 0}${padded === "" ? "" : `.${padded}`}`;
}
