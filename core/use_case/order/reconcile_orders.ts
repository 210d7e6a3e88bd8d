/**
 * The job that reconciles orders for as long as the service runs.
 *
 * @module
 */
import { Clock, Effect, Option, Schedule } from "effect";
import { IDEMPOTENCY_MS } from "../../order/mod.ts";
import { OrderStore, type StoredOrder } from "../../port/order_store.ts";
import { MachineTime } from "../time/machine_time.ts";
import { recordRun, repeatJob } from "../time/repeat_job.ts";
import { setDue } from "./order_metrics.ts";
import { nextLookupMs, reconcileOrder } from "./reconcile_order.ts";

/** The name of this job on the status page. */
export const RECONCILE_ORDERS = "reconcile_orders";

const EVERY_MS = 1_000;
/** How long taken orders stay reserved: longer than one lookup at the venue can take. */
const RESERVED_MS = 60_000;
const ORDERS_MAX = 50;
const PARALLEL_MAX = 8;
/** Expired idempotency keys are deleted once in this many rounds of the job. */
const FORGET_EVERY_ROUNDS = 600;

/**
 * Reconciles the orders that are due; with `all`, every order that is not final, as after a start.
 * Returns the ids of the orders it asked about, and how many of those lookups failed.
 */
export const reconcileDueOrders = Effect.fn("reconcileDueOrders")(function* (
  { all }: { readonly all: boolean },
) {
  const store = yield* OrderStore;
  const nowMs = yield* (yield* MachineTime).nowMs;
  const untilMs = nowMs + RESERVED_MS;
  const due = yield* store.takeDue({ nowMs, untilMs, limit: ORDERS_MAX, all });
  yield* setDue(due.length);
  const results = yield* Effect.forEach(due, reconcileOrLater, { concurrency: PARALLEL_MAX });
  return { asked: due.map(({ id }) => id), failed: results.filter((isDone) => !isDone).length };
});

/** An order that cannot be looked up must not hold up the others. */
const reconcileOrLater = Effect.fnUntraced(function* (stored: StoredOrder) {
  return yield* reconcileOrder(stored).pipe(
    Effect.as(true),
    Effect.catch((failure) =>
      Effect.gen(function* () {
        const { id, state } = stored;
        yield* Effect.annotateLogs(Effect.logWarning("Cannot reconcile an order"), {
          orderId: state.orderId,
          why: failure.message,
        });
        const nowMs = yield* (yield* MachineTime).nowMs;
        const lookUpAtMs = nextLookupMs(state, nowMs);
        const latencyMs = state.name === "live" ? stored.latencyMs : Option.none();
        yield* Effect.ignore((yield* OrderStore).note({ id, state, latencyMs, lookUpAtMs }));
        return false;
      })
    ),
  );
});

/** Reconciles in a loop, starting with orders from before a restart. */
export const reconcileOrders = Effect.gen(function* () {
  let areOldOnesLeft = true;
  let round = 0;
  const askedBefore = new Set<string>();
  const reconcile = Effect.gen(function* () {
    const isForgetting = round++ % FORGET_EVERY_ROUNDS === 0;
    const { asked, failed } = yield* reconcileDueOrders({ all: areOldOnesLeft });
    // Orders that stay unknown come up again, oldest first. The others must not wait for them.
    areOldOnesLeft &&= asked.length === ORDERS_MAX && asked.some((id) => !askedBefore.has(id));
    for (const id of areOldOnesLeft ? asked : []) askedBefore.add(id);
    if (!areOldOnesLeft) askedBefore.clear();
    if (isForgetting) yield* forgetIdempotencyKeys;
    return failed === 0;
  });
  return yield* repeatJob(reconcile, {
    schedule: Schedule.spaced(EVERY_MS),
    failed: (cause) => Effect.logWarning("Cannot reconcile orders", cause),
    ended: recordRun(RECONCILE_ORDERS),
  });
});

const forgetIdempotencyKeys = Effect.gen(function* () {
  const nowMs = yield* Clock.currentTimeMillis;
  yield* (yield* OrderStore).forgetIdempotencyKeys(nowMs - IDEMPOTENCY_MS);
});
