/** Orders: previewed, placed, followed and canceled. @module */
export { ApprovalMissing } from "./admission.ts";
export { Idempotency, OrderNotStored, orderOfIdempotencyKey } from "./idempotency.ts";
export { IdempotencyKeyBusy } from "./idempotency_claim.ts";
export { layerOrders } from "./layer_orders.ts";
export { cancelOrders, openOrders } from "./open_orders.ts";
export type { LimitOrderRequest, MarketOrderRequest, OrderRequest } from "./order_request.ts";
export { orderHistory } from "./order_history.ts";
export { endOrderLives } from "./end_lives.ts";
export { cancelOrder, OrderUnknown, showOrder } from "./one_order.ts";
export { placeOrders } from "./place_orders.ts";
export { replaceOrder } from "./replace_order.ts";
export { OrderNotResting, ReplacementUncertain, type ReplaceOrderCommand } from "./replacement.ts";
export {
  IdempotencyKeyReused,
  OrderRefused,
  OrderUncertain,
  type PlaceFailure,
  placeOrder,
} from "./place_order.ts";
export { type OrderPreview, PostOnlyCrosses, previewOrder } from "./preview_order.ts";
export { reconcileOrders } from "./reconcile_orders.ts";
export {
  MarketClosed,
  MarketElsewhere,
  MarketUnknown,
  OutcomesAlike,
  OutcomeUnknown,
  resolveOrder,
} from "./resolve_order.ts";
export type { PlaceOrderCommand } from "./send_order.ts";
export { ProtocolUnclear, TokensUnclear, TradedMarkets } from "./traded_markets.ts";
export { orderHolder, WalletForbidden, WalletNotReady } from "./trading_wallet.ts";
export { layerWalletBalances, type WalletFunds, walletFunds } from "./wallet_balance.ts";
export { BalanceShort } from "./lower_for_fee.ts";
export { EventAmbiguous } from "./market_slug.ts";
export type { OrderFailure } from "./order_failure.ts";
