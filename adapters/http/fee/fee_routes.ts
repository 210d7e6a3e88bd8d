/**
 * Every route about fees.
 *
 * @module
 */
import { feesEventRoutes } from "./fees_event.ts";
import { feesNewEstimateRoute } from "./fees_new_estimate.ts";
import { feesTradeEstimateRoute } from "./fees_trade_estimate.ts";

/** Returns the routes, in the order of the OpenAPI document. They need an `EventCatalog`. */
export function feeRoutes() {
  return [...feesEventRoutes, feesTradeEstimateRoute, feesNewEstimateRoute];
}
