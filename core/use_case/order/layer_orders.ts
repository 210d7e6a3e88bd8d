/**
 * What the order use cases of one replica share.
 *
 * @module
 */
import { Layer } from "effect";
import { layerIdempotency } from "./idempotency.ts";
import { layerOrderLookups } from "./order_lookups.ts";
import { layerOrderSignals } from "./order_signals.ts";
import { layerTradedMarkets } from "./traded_markets.ts";

/** The keys in use, what was just placed or is looked up, and the markets traded recently. */
export const layerOrders = Layer.mergeAll(
  layerTradedMarkets,
  layerIdempotency,
  layerOrderSignals,
  layerOrderLookups,
);
