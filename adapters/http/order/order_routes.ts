/**
 * The order routes.
 *
 * @module
 */
import { orderHistoryRoute } from "./order_history.ts";
import { ordersCancelRoute, ordersListRoute } from "./orders_open.ts";
import { ordersPlaceRoute } from "./orders_place.ts";
import { walletBalanceRoute } from "./wallet_balance.ts";

/** Returns the routes, in the order in which the document lists them. */
export function orderRoutes() {
  return [
    ordersPlaceRoute,
    ordersListRoute,
    ordersCancelRoute,
    orderHistoryRoute,
    walletBalanceRoute,
  ];
}
