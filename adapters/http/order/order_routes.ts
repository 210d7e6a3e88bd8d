/**
 * The order routes.
 *
 * @module
 */
import { ordersCancelRoute, ordersListRoute } from "./orders_open.ts";
import { ordersPlaceRoute } from "./orders_place.ts";

/** Returns the routes, in the order in which the document lists them. */
export function orderRoutes() {
  return [ordersPlaceRoute, ordersListRoute, ordersCancelRoute];
}
