/**
 * Lists a wallet's open orders, and cancels them in bulk.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { type OpenOrders, type OrderFilter, OrderVenue } from "../../port/order_venue.ts";
import { noteCancelled } from "./note_cancelled.ts";
import { tradingWallet, type WalletClaim } from "./trading_wallet.ts";

/** Which of a wallet's open orders to list. */
export interface OpenOrdersQuery extends WalletClaim {
  readonly filter: OrderFilter;
  /** Lists only the order with this hash. */
  readonly orderId: Option.Option<string>;
  /** The venue's cursor, from the page before. */
  readonly cursor: Option.Option<string>;
}

/** Returns a page of open orders, as the venue describes them. */
export const openOrders = Effect.fn("openOrders")(function* (query: OpenOrdersQuery) {
  const { holder } = yield* tradingWallet(query);
  const venue = yield* OrderVenue;
  const { orderId, filter, cursor } = query;
  if (Option.isNone(orderId)) return yield* venue.openOrders({ holder, filter, cursor });
  const order = yield* venue.order({ holder, orderId: orderId.value });
  const nextCursor = Option.none<string>();
  return { orders: Option.toArray(order), nextCursor } satisfies OpenOrders;
});

/** Cancels open orders: those that match the filter, or all of the wallet's if it is empty. */
export const cancelOrders = Effect.fn("cancelOrders")(function* (
  { filter, ...claim }: WalletClaim & { readonly filter: OrderFilter },
) {
  const { holder } = yield* tradingWallet(claim);
  const cancelling = (yield* OrderVenue).cancel({ holder, filter });
  const { walletId } = claim;
  return yield* Effect.uninterruptible(
    noteCancelled(cancelling, { walletId, orderIds: [], cause: "request" }),
  );
});
