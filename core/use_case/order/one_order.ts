/**
 * One order by the hash that the venue knows it by: shown, and canceled.
 *
 * @module
 */
import { Clock, Effect, Option, Schema } from "effect";
import { listedStateOf } from "../../order/mod.ts";
import { OrderStore, type StoredOrder } from "../../port/order_store.ts";
import { type Cancelled, type OpenOrder, OrderVenue } from "../../port/order_venue.ts";
import { Idempotency } from "./idempotency.ts";
import { noteCancelled } from "./note_cancelled.ts";
import { reconcileOrder } from "./reconcile_order.ts";
import { claimedWallet, tradingWallet, type WalletClaim } from "./trading_wallet.ts";

/** The wallet has sent no such order through this service, and the venue has none to cancel. */
export class OrderUnknown extends Schema.TaggedError<OrderUnknown>()("OrderUnknown", {
  orderId: Schema.String,
}) {
  override get message(): string {
    return `Cannot find the order "${this.orderId}": this wallet has none with that hash`;
  }
}

/** An order of a wallet, by its hash in lower case. */
export interface OrderClaim extends WalletClaim {
  readonly orderId: string;
}

/** An order, and the venue's own view of it; none where that cannot be had, or it has none. */
export interface ShownOrder {
  readonly order: StoredOrder;
  readonly venue: Option.Option<OpenOrder>;
  /** When the venue answered, by the service's clock; none where it did not. */
  readonly venueAtMs: Option.Option<number>;
}

/** Returns an order as it is now: one that is not final is looked up before. */
export const showOrder = Effect.fn("showOrder")(function* (claim: OrderClaim) {
  yield* claimedWallet(claim);
  const stored = yield* ownOrder(claim);
  if (Option.isNone(stored)) return yield* new OrderUnknown(claim);
  const [order, asked] = yield* Effect.all([
    Effect.orElseSucceed(reconcileOrder(stored.value), () => stored.value),
    Effect.option(venueOrder(claim)),
  ], { concurrency: "unbounded" });
  return {
    order,
    venue: Option.flatMap(asked, ({ found }) => found),
    venueAtMs: Option.map(asked, ({ atMs }) => atMs),
  } satisfies ShownOrder;
});

const venueOrder = Effect.fnUntraced(function* (claim: OrderClaim) {
  const { holder } = yield* tradingWallet(claim);
  const found = yield* (yield* OrderVenue).order({ holder, orderId: claim.orderId });
  return { found, atMs: yield* Clock.currentTimeMillis };
});

/** Finds an order once everything is stored that was answered before. */
export const ownOrder = Effect.fnUntraced(function* ({ walletId, orderId }: OrderClaim) {
  yield* (yield* Idempotency).awaitDeferred;
  return yield* (yield* OrderStore).ofOrderId({ walletId, orderId });
});

/**
 * Cancels an order, whether or not it was sent through this service. One that is over is kept, with
 * its state in place of the venue's reason.
 */
export const cancelOrder = Effect.fn("cancelOrder")(function* (claim: OrderClaim) {
  const { walletId, orderId } = claim;
  const { holder } = yield* tradingWallet(claim);
  const cancelling = (yield* OrderVenue).cancelIds({ holder, orderIds: [orderId] });
  const found = yield* Effect.uninterruptible(
    noteCancelled(cancelling, { walletId, orderIds: [orderId], cause: "request" }),
  );
  const reason = found.kept.get(orderId);
  if (reason === undefined) return found;
  const stored = yield* ownOrder(claim);
  if (Option.isNone(stored)) return yield* new OrderUnknown(claim);
  const { state } = yield* Effect.orElseSucceed(
    reconcileOrder(stored.value),
    () => stored.value,
  );
  const kept = new Map([[orderId, state.name === "live" ? reason : listedStateOf(state)]]);
  return { cancelled: [], kept } satisfies Cancelled;
});
