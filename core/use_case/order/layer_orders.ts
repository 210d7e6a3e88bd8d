/**
 * What the order use cases of one replica share.
 *
 * @module
 */
import { Layer } from "effect";
import { layerIdempotency } from "./idempotency.ts";
import { layerOrderLives } from "./order_lives.ts";
import { layerTradedMarkets } from "./traded_markets.ts";

/** The keys in use, the lives that begin, and the markets that were traded recently. */
export const layerOrders = Layer.mergeAll(layerTradedMarkets, layerIdempotency, layerOrderLives);
