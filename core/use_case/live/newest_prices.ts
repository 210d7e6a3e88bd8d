/**
 * The newest number of every source that prices are pushed from.
 *
 * @module
 */
import type { Asset } from "../../market/mod.ts";
import type { LiveEvent } from "../../port/live_prices.ts";
import type { OraclePrice, OracleStream, Trade } from "../../price/mod.ts";

/** The newest numbers, however old. They change in place: a busy second has hundreds of trades. */
export interface NewestPrices {
  /** Takes an event. Returns the trade if it is one, and newer than the one before. */
  readonly take: (event: LiveEvent) => Trade | undefined;
  /** Returns the exchange's newest trade. */
  readonly trade: (asset: Asset) => Trade | undefined;
  /** Returns the oracle's price of the latest second, whichever of its sources pushed it. */
  readonly oracle: (asset: Asset, stream: OracleStream) => OraclePrice | undefined;
}

/** Knows nothing yet. */
export function makeNewestPrices(): NewestPrices {
  const trades = new Map<Asset, Trade>();
  const oracle = new Map<string, OraclePrice>();

  const takePrice = (asset: Asset, price: OraclePrice) => {
    const key = `${asset} ${price.stream}`;
    const known = oracle.get(key);
    if (known === undefined || price.observedSec > known.observedSec) oracle.set(key, price);
  };

  const takeTrade = (asset: Asset, trade: Trade) => {
    const known = trades.get(asset);
    if (known !== undefined && !isAfter(trade, known)) return undefined;
    trades.set(asset, trade);
    return trade;
  };

  return {
    take: (event) => {
      if (event.kind === "trade") return takeTrade(event.asset, event.trade);
      if (event.kind === "report") takePrice(event.asset, event.report);
      if (event.kind === "point") takePrice(event.asset, event.point);
      return undefined;
    },
    trade: (asset) => trades.get(asset),
    oracle: (asset, stream) => oracle.get(`${asset} ${stream}`),
  };
}

/** Times decide before ids, which the exchange may count anew. */
function isAfter(trade: Trade, known: Trade): boolean {
  return trade.tradedAtMs === known.tradedAtMs
    ? trade.tradeId > known.tradeId
    : trade.tradedAtMs > known.tradedAtMs;
}
