/**
 * Records a store's actual operations in the world's history.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import type { OrderStore } from "../../core/port/mod.ts";
import type { OrderHistory } from "./order_history.ts";

/** Returns the same store. Failures are not recorded. */
export function recordedStore(
  store: OrderStore["Service"],
  history: OrderHistory,
): OrderStore["Service"] {
  return {
    ...store,
    reserve: Effect.fnUntraced(function* (wanted) {
      const isReserved = yield* store.reserve(wanted);
      const { orderId } = wanted;
      if (isReserved) history.reservedMs.set(orderId, yield* Clock.currentTimeMillis);
      return isReserved;
    }),
    add: Effect.fnUntraced(function* (added) {
      const stored = yield* store.add(added);
      if (stored.kind === "stored") {
        const { order, dayMaxE6 } = added;
        history.stored.set(order.body, {
          order,
          orderId: order.state.orderId,
          storedMs: yield* Clock.currentTimeMillis,
          dayMaxE6: Option.getOrUndefined(dayMaxE6),
        });
      }
      return stored;
    }),
    replace: Effect.fnUntraced(function* (change) {
      const isReplaced = yield* store.replace(change);
      const former = history.byOrderId(change.from);
      if (isReplaced && former !== undefined) {
        history.stored.set(change.to.body, {
          ...former,
          order: { ...former.order, ...change.to },
          orderId: change.to.state.orderId,
          storedMs: yield* Clock.currentTimeMillis,
        });
      }
      return isReplaced;
    }),
    note: Effect.fnUntraced(function* (found) {
      yield* store.note(found);
      const { id, state } = found;
      if (state.name !== "final" || history.finals.has(id)) return;
      const inForce = [...history.stored.values()].findLast(({ order }) => order.id === id);
      if (inForce?.orderId === state.orderId) history.finals.set(id, state);
    }),
  };
}
