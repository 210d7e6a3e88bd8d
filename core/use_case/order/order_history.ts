/**
 * Lists the orders that a wallet has sent through this service, page by page.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { type OrderListing, type OrderPosition, OrderStore } from "../../port/order_store.ts";
import { Idempotency } from "./idempotency.ts";
import { claimedWallet, type WalletClaim } from "./trading_wallet.ts";

/** Which of a wallet's orders to list. */
export interface OrderHistoryQuery extends WalletClaim, Omit<OrderListing, "walletId"> {}

/**
 * Returns a page of orders, newest first, and the position that the next page comes after. Neither
 * the venue nor a secret is needed: it works for wallets that can trade no more.
 */
export const orderHistory = Effect.fn("orderHistory")(function* (
  { accountId, limit, ...listing }: OrderHistoryQuery,
) {
  yield* claimedWallet({ accountId, walletId: listing.walletId });
  // Whoever has the answer to an order finds it in the listing as well.
  yield* (yield* Idempotency).awaitDeferred;
  const found = yield* (yield* OrderStore).list({ ...listing, limit: limit + 1 });
  const orders = found.slice(0, limit);
  const last = found.length > limit ? orders.at(-1) : undefined;
  const next: Option.Option<OrderPosition> = Option.map(
    Option.fromUndefinedOr(last),
    ({ createdMs, id }) => ({ createdMs, id }),
  );
  return { orders, next };
});
