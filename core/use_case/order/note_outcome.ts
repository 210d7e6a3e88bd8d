/**
 * Stores what the sending of an order showed.
 *
 * @module
 */
import { Effect, Option, Schedule } from "effect";
import { type SendOutcome, stepOrder } from "../../order/mod.ts";
import { type NewOrder, OrderStore, type StoredOrder } from "../../port/mod.ts";
import { MachineTime } from "../time/machine_time.ts";
import { IdempotencyLock } from "./idempotency_lock.ts";
import { reconcileOrder } from "./reconcile_order.ts";

/** How soon an order with an unknown outcome is looked up. */
const LOOKUP_SOON_MS = 500;

/** How often, and how soon, storing an outcome is retried after a failure. */
export const NOTE_AGAIN = Schedule.exponential("1 second").pipe(Schedule.upTo({ times: 6 }));

/**
 * Stores the outcome. What the venue said holds whether or not it is stored, so only the next
 * request of the same key waits for it. Should storing fail, or this replica die, the order is
 * found in the state `sent` and looked up at the venue.
 *
 * Returns the order in its new state. `arrivedMs`: when the request arrived, by the machine's
 * clock.
 */
export const noteOutcome = Effect.fnUntraced(function* (
  { order, outcome }: { readonly order: NewOrder["order"]; readonly outcome: SendOutcome },
  { arrivedMs }: { readonly arrivedMs: number },
): Effect.fn.Return<
  StoredOrder,
  never,
  IdempotencyLock | Effect.Services<ReturnType<typeof reconcileOrder>>
> {
  const nowMs = yield* (yield* MachineTime).nowMs;
  const state = yield* Effect.orDie(
    Effect.fromResult(stepOrder(order.state, { kind: "answered", outcome })),
  ) as Effect.Effect<StoredOrder["state"]>;
  const latencyMs = Option.some(Math.round(nowMs - arrivedMs));
  const noted: StoredOrder = { ...order, state, latencyMs };
  const lookUpAtMs = nowMs + LOOKUP_SOON_MS;
  const note = (yield* OrderStore).note({ id: order.id, state, latencyMs, lookUpAtMs });
  const noting = Effect.catch(
    note,
    (failure) =>
      Effect.annotateLogs(Effect.logError("Cannot store the outcome of an order", failure), {
        orderId: state.orderId,
      }).pipe(
        Effect.andThen(Effect.forkDetach(Effect.ignore(Effect.retry(note, NOTE_AGAIN)))),
        Effect.asVoid,
      ),
  );
  if (state.name === "final") {
    yield* (yield* IdempotencyLock).defer(order.idempotency, noting);
    return noted;
  }
  yield* noting;
  if (state.name !== "unknown" || !state.isAtVenue) return noted;
  return yield* Effect.orElseSucceed(reconcileOrder(noted), () => noted);
});
