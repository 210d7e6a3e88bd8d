/**
 * Cancels orders on paper by their hashes.
 *
 * @module
 */
import { Effect } from "effect";
import { OrderVenue } from "../../port/order_venue.ts";
import { noteCancelled } from "../order/note_cancelled.ts";
import type { TradingWallet } from "../order/trading_wallet.ts";

/** Cancels them. What is over, or another wallet's, is kept. */
export const cancelSignedOrders = Effect.fn("cancelSignedOrders")(function* (
  { wallet, holder }: TradingWallet,
  orderIds: ReadonlyArray<string>,
) {
  const cancelling = (yield* OrderVenue).cancelIds({ holder, orderIds });
  return yield* Effect.uninterruptible(
    noteCancelled(cancelling, { walletId: wallet.id, orderIds, cause: "request" }),
  );
});
