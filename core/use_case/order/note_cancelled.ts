/**
 * Stores what became of a cancellation.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { CancelCause } from "../../order/mod.ts";
import { OrderStore } from "../../port/order_store.ts";
import type { Cancelled } from "../../port/order_venue.ts";
import { MachineTime } from "../time/machine_time.ts";
import { Idempotency } from "./idempotency.ts";
import { reconcileOrder } from "./reconcile_order.ts";

/** Which orders a cancellation is meant for, as far as that is known before it, and why. */
export interface CancelNote {
  readonly walletId: string;
  readonly orderIds: ReadonlyArray<string>;
  readonly cause: CancelCause;
}

/** How many orders are looked up at once, and how many of those at the same time. */
const LOOKUPS_MAX = 100;
const PARALLEL_MAX = 8;

/**
 * Runs a cancellation, and looks up the orders that it has ended. Where it fails, those that it was
 * meant for are looked up soon: the venue may have carried it out. Nobody waits for any of that but
 * who asks for these orders next.
 */
export const noteCancelled = Effect.fnUntraced(function* <E, R>(
  cancelling: Effect.Effect<Cancelled, E, R>,
  { walletId, orderIds, cause }: CancelNote,
) {
  const store = yield* OrderStore;
  const { defer } = yield* Idempotency;
  const lookUpAtMs = yield* (yield* MachineTime).nowMs;
  const settle = (ended: ReadonlyArray<string>, isDone: boolean) =>
    Effect.gen(function* () {
      if (ended.length === 0) return;
      yield* store.noteCancel({ walletId, orderIds: ended, cause, lookUpAtMs, isDone });
      // The job looks up the rest.
      yield* Effect.forEach(ended.slice(0, LOOKUPS_MAX), (orderId) =>
        Effect.gen(function* () {
          const found = yield* store.ofOrderId({ walletId, orderId });
          if (Option.isSome(found)) yield* reconcileOrder(found.value);
        }), { concurrency: PARALLEL_MAX, discard: true });
    });
  const later = (ended: ReadonlyArray<string>, isDone: boolean) =>
    defer(Option.none(), Effect.ignore(settle(ended, isDone)));
  return yield* cancelling.pipe(
    Effect.tap(({ cancelled }) => later(cancelled, true)),
    Effect.tapError(() => later(orderIds, false)),
  );
});
