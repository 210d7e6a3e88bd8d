/**
 * Every route about fees.
 *
 * @module
 */
import { feesEventRoutes } from "./fees_event.ts";
import { feesNewEstimateRoute } from "./fees_new_estimate.ts";
import { feesTradeEstimateRoute } from "./fees_trade_estimate.ts";

/** The routes, in the order in which the document lists them. They need an `EventCatalog`. */
export function feeRoutes() {
  return [...feesEventRoutes, feesTradeEstimateRoute, feesNewEstimateRoute];
}
