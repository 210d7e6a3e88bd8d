/**
 * The job that cancels orders whose `lifeS` has passed.
 *
 * When an order is to be canceled is stored with it, so that any replica can do it, also after a
 * restart. The venue is asked once more until the order is known to be over.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { OrderStore, type StoredOrder } from "../../port/order_store.ts";
import { OrderVenue } from "../../port/order_venue.ts";
import { WalletStore } from "../../port/wallet_store.ts";
import { doWhenDue } from "./due_job.ts";
import { OrderSignals } from "./order_signals.ts";
import { reconcileOrder } from "./reconcile_order.ts";
import { orderHolder, WalletForbidden } from "./trading_wallet.ts";

/** How many orders are taken at a time, and of one wallet looked up at once. */
const ORDERS_MAX = 200;
const PARALLEL_MAX = 8;

/** Ends the lives of orders in a loop, on one replica. */
export const endOrderLives = Effect.gen(function* () {
  const store = yield* OrderStore;
  const { lives } = yield* OrderSignals;
  return yield* doWhenDue({
    name: "end_order_lives",
    lease: "order lives",
    wake: lives,
    take: Effect.fnUntraced(function* (at) {
      const { orders, nextMs } = yield* store.takeEndedLives({ ...at, limit: ORDERS_MAX });
      const byWallet = [...Map.groupBy(orders, ({ walletId }) => walletId)];
      const work = byWallet.map(([walletId, own]) => [walletId, endOf(walletId, own)] as const);
      return { work: new Map(work), nextMs };
    }),
    failed: {
      all: "Cannot end the lives of orders",
      one: "Cannot end the life of an order",
    },
  });
});

/** Cancels orders of one wallet, and finds out what became of them. */
const endOf = Effect.fnUntraced(function* (walletId: string, orders: ReadonlyArray<StoredOrder>) {
  const found = yield* (yield* WalletStore).find(walletId);
  if (Option.isNone(found)) return yield* new WalletForbidden({ id: walletId });
  const holder = yield* orderHolder(found.value);
  const orderIds = orders.map(({ state }) => state.orderId);
  yield* (yield* OrderVenue).cancelIds({ holder, orderIds });
  yield* Effect.forEach(orders, reconcileOrder, { concurrency: PARALLEL_MAX, discard: true });
});
