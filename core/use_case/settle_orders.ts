/**
 * The job that finds out what became of orders, for as long as the service runs.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { IDEMPOTENCY_MS, JobWatch, OrderStore, type StoredOrder } from "../port/mod.ts";
import { MachineTime } from "./machine_time.ts";
import { nextLookMs, settleOrder } from "./settle_order.ts";

/** The name of this job on the status page. */
export const SETTLE_ORDERS = "settle_orders";

const EVERY_MS = 1_000;
/** How long orders that were taken are held: longer than the venue can be asked about one. */
const HELD_MS = 60_000;
const ORDERS_MAX = 50;
const AT_ONCE_MAX = 8;
/** Keys are let go in rounds of the job. */
const FORGET_EVERY_ROUNDS = 600;

/**
 * Settles the orders that are due; `all`: every one that is not settled, as after a start. Gives
 * which were asked about, and how many of those could not be.
 */
export const settleDueOrders = Effect.fn("settleDueOrders")(function* (
  { all }: { readonly all: boolean },
) {
  const store = yield* OrderStore;
  const nowMs = yield* (yield* MachineTime).nowMs;
  const due = yield* store.takeDue({ nowMs, untilMs: nowMs + HELD_MS, limit: ORDERS_MAX, all });
  const settled = yield* Effect.forEach(due, settleOrLater, { concurrency: AT_ONCE_MAX });
  return { asked: due.map(({ id }) => id), failed: settled.filter((isDone) => !isDone).length };
});

/** One order that cannot be asked about must not keep the others waiting. */
const settleOrLater = Effect.fnUntraced(function* (stored: StoredOrder) {
  return yield* settleOrder(stored).pipe(
    Effect.as(true),
    Effect.catch((failure) =>
      Effect.gen(function* () {
        const { id, state } = stored;
        yield* Effect.annotateLogs(Effect.logWarning("Cannot ask what became of an order"), {
          orderId: state.orderId,
          why: failure.message,
        });
        const nowMs = yield* (yield* MachineTime).nowMs;
        const lookUpAtMs = nextLookMs(state, nowMs);
        yield* Effect.ignore(
          (yield* OrderStore).note({ id, state, latencyMs: Option.none(), lookUpAtMs }),
        );
        return false;
      })
    ),
  );
});

/** Settles for ever: first everything that an earlier life of the service has left behind. */
export const settleOrders = Effect.gen(function* () {
  const jobs = yield* JobWatch;
  const time = yield* MachineTime;
  let areOldOnesLeft = true;
  const askedBefore = new Set<string>();
  for (let round = 0;; round += 1) {
    const ok = yield* Effect.gen(function* () {
      const { asked, failed } = yield* settleDueOrders({ all: areOldOnesLeft });
      // Those that stay unknown come again, the oldest first: the others must not wait for them.
      areOldOnesLeft &&= asked.length === ORDERS_MAX && asked.some((id) => !askedBefore.has(id));
      for (const id of areOldOnesLeft ? asked : []) askedBefore.add(id);
      if (!areOldOnesLeft) askedBefore.clear();
      if (round % FORGET_EVERY_ROUNDS === 0) yield* forgetKeys;
      return failed === 0;
    }).pipe(
      Effect.catchCause((cause) =>
        Effect.as(Effect.logWarning("Cannot settle orders", cause), false)
      ),
    );
    const lastRunAtMs = yield* Clock.currentTimeMillis;
    yield* jobs.record({ name: SETTLE_ORDERS, lastRunAtMs, ok });
    yield* time.sleep(EVERY_MS);
  }
});

const forgetKeys = Effect.gen(function* () {
  const nowMs = yield* Clock.currentTimeMillis;
  yield* (yield* OrderStore).forgetKeys(nowMs - IDEMPOTENCY_MS);
});
