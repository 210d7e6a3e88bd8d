/**
 * The job that cancels orders whose `lifeS` has passed.
 *
 * When an order is to be canceled is stored with it, so that any replica can do it, also after a
 * restart. The venue is asked once more until the order is known to be over.
 *
 * @module
 */
import { Clock, Effect, Option, Queue } from "effect";
import { Leases } from "../../port/leases.ts";
import { OrderStore, type StoredOrder } from "../../port/order_store.ts";
import { OrderVenue } from "../../port/order_venue.ts";
import { WalletStore } from "../../port/wallet_store.ts";
import { ClockSpeed } from "../time/machine_time.ts";
import { logFailure, recordRun, repeatJob, waits } from "../time/repeat_job.ts";
import { OrderSignals } from "./order_signals.ts";
import { reconcileOrder } from "./reconcile_order.ts";
import { orderHolder, WalletForbidden } from "./trading_wallet.ts";

/** The name of this job on the status page. */
export const END_ORDER_LIVES = "end_order_lives";

/** One replica cancels: another would ask the venue for the same. */
const LEASE = "order lives";
/** How often the store is asked, in machine time: other replicas place orders too. */
const EVERY_MS = 250;
/** How soon an order that may still rest is canceled once more, in machine time. */
const AGAIN_MS = 1_000;
/** How many orders are taken at a time, and of how many wallets at once. */
const ORDERS_MAX = 200;
const PARALLEL_MAX = 8;

/** Ends the lives that are over, and returns when the next one is, by the service's clock. */
export const endLives = Effect.fn("endLives")(function* () {
  const nowMs = yield* Clock.currentTimeMillis;
  const againMs = nowMs + AGAIN_MS * (yield* ClockSpeed);
  const taking = (yield* OrderStore).takeEndedLives({ nowMs, againMs, limit: ORDERS_MAX });
  const { orders, nextMs } = yield* taking;
  const byWallet = Map.groupBy(orders, ({ walletId }) => walletId);
  yield* Effect.forEach(byWallet.values(), (own) => Effect.catch(endOf(own), logEnd), {
    concurrency: PARALLEL_MAX,
    discard: true,
  });
  return nextMs;
});

const logEnd = ({ message }: { readonly message: string }) =>
  Effect.annotateLogs(Effect.logWarning("Cannot end the life of an order"), { why: message });

/** Cancels orders of one wallet, and finds out what became of them. */
const endOf = Effect.fnUntraced(function* (orders: ReadonlyArray<StoredOrder>) {
  const [first] = orders;
  if (first === undefined) return;
  const found = yield* (yield* WalletStore).find(first.walletId);
  if (Option.isNone(found)) return yield* new WalletForbidden({ id: first.walletId });
  const holder = yield* orderHolder(found.value);
  const orderIds = orders.map(({ state }) => state.orderId);
  yield* (yield* OrderVenue).cancelIds({ holder, orderIds });
  yield* Effect.forEach(orders, reconcileOrder, { concurrency: PARALLEL_MAX, discard: true });
});

/** Ends lives in a loop, on one replica. */
export const endOrderLives = Effect.gen(function* () {
  const speed = yield* ClockSpeed;
  const { lives } = yield* OrderSignals;
  let waitMs = 0;
  const end = Effect.gen(function* () {
    const nextMs = yield* endLives();
    const nowMs = yield* Clock.currentTimeMillis;
    const untilMs = Option.match(nextMs, {
      onNone: () => EVERY_MS,
      onSome: (ms) => Math.ceil((ms - nowMs) / speed),
    });
    waitMs = Math.max(1, Math.min(EVERY_MS, untilMs));
  });
  const job = repeatJob(end, {
    schedule: waits(() => waitMs),
    wake: Queue.take(lives),
    failed: logFailure("Cannot end the lives of orders"),
    ended: recordRun(END_ORDER_LIVES),
  });
  return yield* (yield* Leases).whileHeld(LEASE, job);
});
