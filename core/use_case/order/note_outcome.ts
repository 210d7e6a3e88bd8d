/**
 * Stores what the sending of an order showed.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { afterAnswer, type SendOutcome, type SentState } from "../../order/mod.ts";
import { OrderStore, type StoredOrder } from "../../port/mod.ts";
import { MachineTime } from "../time/machine_time.ts";
import { IdempotencyLock } from "./idempotency_lock.ts";
import { reconcileOrder } from "./reconcile_order.ts";
import { NOTE_AGAIN, notStored, type OrderNotStored, STORED_TOO_LATE } from "./unsent_order.ts";

/** How soon an order with an unknown outcome is looked up. */
const LOOKUP_SOON_MS = 500;

/**
 * Stores the outcome. What the venue said holds whether or not it is stored, so only the next
 * request of the same key waits for it. Should storing fail, or this replica die, the order is
 * found in the state `sent` and looked up at the venue.
 *
 * The venue knows nothing of an order that was stored too late to be sent. Only the store can tell
 * other replicas of it, so its answer waits until the store has it, and fails without.
 *
 * Returns the order in its new state. `arrivedMs`: when the request arrived, by the machine's
 * clock.
 */
export const noteOutcome = Effect.fnUntraced(function* (
  { order, outcome }: {
    readonly order: StoredOrder<SentState>;
    readonly outcome: SendOutcome;
  },
  { arrivedMs }: { readonly arrivedMs: number },
): Effect.fn.Return<
  StoredOrder,
  OrderNotStored,
  IdempotencyLock | Effect.Services<ReturnType<typeof reconcileOrder>>
> {
  const nowMs = yield* (yield* MachineTime).nowMs;
  const state = afterAnswer(order.state, outcome);
  const latencyMs = Option.some(Math.round(nowMs - arrivedMs));
  const noted: StoredOrder = { ...order, state, latencyMs };
  const lookUpAtMs = nowMs + LOOKUP_SOON_MS;
  const note = (yield* OrderStore).note({ id: order.id, state, latencyMs, lookUpAtMs });
  if (outcome === STORED_TOO_LATE) {
    yield* Effect.catchTag(note, "StoreFailed", (failure) => notStored(order, failure));
    return noted;
  }
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
  if (!state.isAtVenue) return noted;
  return yield* Effect.orElseSucceed(reconcileOrder(noted), () => noted);
});
