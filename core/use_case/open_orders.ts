/**
 * A wallet's open orders: listed, and cancelled in bulk.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { type OpenOrders, type OrderFilter, OrderVenue } from "../port/mod.ts";
import { tradingWallet, type WalletClaim } from "./trading_wallet.ts";

/** Which of a wallet's orders. */
export interface OpenOrdersQuestion extends WalletClaim {
  readonly filter: OrderFilter;
  /** The order with this hash alone. */
  readonly orderId: Option.Option<string>;
  /** The venue's own, from the page before. */
  readonly cursor: Option.Option<string>;
}

/** A page of open orders, as the venue has them. */
export const openOrders = Effect.fn("openOrders")(function* (question: OpenOrdersQuestion) {
  const { holder } = yield* tradingWallet(question);
  const venue = yield* OrderVenue;
  const { orderId, filter, cursor } = question;
  if (Option.isNone(orderId)) return yield* venue.openOrders({ holder, filter, cursor });
  const order = yield* venue.order({ holder, orderId: orderId.value });
  const nextCursor = Option.none<string>();
  return { orders: Option.toArray(order), nextCursor } satisfies OpenOrders;
});

/** Cancels open orders; all of the wallet's where the filter is empty. */
export const cancelOrders = Effect.fn("cancelOrders")(function* (
  { filter, ...claim }: WalletClaim & { readonly filter: OrderFilter },
) {
  const { holder } = yield* tradingWallet(claim);
  return yield* Effect.uninterruptible((yield* OrderVenue).cancel({ holder, filter }));
});
