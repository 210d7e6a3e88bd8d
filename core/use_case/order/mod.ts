/** Orders: previewed, placed, followed and canceled. @module */
export { ApprovalMissing } from "./admission.ts";
export { Idempotency, orderOfIdempotencyKey } from "./idempotency.ts";
export { IdempotencyKeyBusy } from "./idempotency_claim.ts";
export { layerOrders } from "./layer_orders.ts";
export { layerOrderLookups, type LookupFailure, OrderLookups } from "./order_lookups.ts";
export { cancelOrders, openOrders } from "./open_orders.ts";
export type { LimitOrderRequest, MarketOrderRequest, OrderRequest } from "./order_request.ts";
export { orderHistory } from "./order_history.ts";
export { endOrderLives } from "./end_lives.ts";
export { setGuard, showGuard } from "./guard.ts";
export { keepGuards } from "./guard_job.ts";
export { keepHeartbeats } from "./heartbeat_job.ts";
export { cancelOrder, showOrder } from "./one_order.ts";
export { placeOrders } from "./place_orders.ts";
export { replaceOrder } from "./replace_order.ts";
export { type ReplaceOrderCommand } from "./replacement.ts";
export { OrderRefused, OrderUncertain, type PlaceFailure, placeOrder } from "./place_order.ts";
export { type OrderPreview, previewOrder } from "./preview_order.ts";
export { reconcileOrders } from "./reconcile_orders.ts";
export { resolveOrder } from "./resolve_order.ts";
export type { PlaceOrderCommand } from "./send_order.ts";
export { TradedMarkets } from "./traded_markets.ts";
export { layerToldOrders } from "./told_orders.ts";
export { orderHolder, type TradingWallet, WalletForbidden } from "./trading_wallet.ts";
export {
  layerWalletBalances,
  WalletBalances,
  type WalletFunds,
  walletFunds,
} from "./wallet_balance.ts";
export type { OrderFailure } from "./order_failure.ts";
export { followFills } from "./follow_fills.ts";
export { listFills } from "./list_fills.ts";
