/**
 * Stores what the sending of an order showed, or that there was none.
 *
 * @module
 */
import { Clock, Effect, Option, Schedule } from "effect";
import {
  afterAnswer,
  isStated,
  type LiveState,
  SENDING_MS_MAX,
  type SendOutcome,
  type SentState,
} from "../../order/mod.ts";
import { type OrderInstruction, OrderStore, type StoredOrder } from "../../port/order_store.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { MachineTime } from "../time/machine_time.ts";
import { Idempotency, OrderNotStored } from "./idempotency.ts";
import { reconcileOrder } from "./reconcile_order.ts";

/** An order that is stored, and what its sending itself showed. */
export interface SentOrder {
  readonly order: StoredOrder<SentState>;
  readonly outcome: SendOutcome;
}

/** When the job looks up an order without any outcome: its process must have died. */
export const LOOKUP_AFTER_MS = SENDING_MS_MAX + 1_000;
/** How soon an order with an unknown outcome is looked up. */
const LOOKUP_SOON_MS = 500;
/** How soon an order that rests is looked up, if nothing of it is heard meanwhile. */
const LOOKUP_LIVE_MS = 60_000;
/** How often, and how soon, storing an outcome is retried after a failure. */
const AGAIN = Schedule.exponential("1 second").pipe(Schedule.upTo({ times: 6 }));

/** What is delayed is decided within seconds; of what has traded, the amounts may be unknown. */
function firstLookMs({ isDelayed, fill }: LiveState): number {
  return isDelayed || !isStated(fill) ? LOOKUP_SOON_MS : LOOKUP_LIVE_MS;
}

/** Returns when this service cancels an order that rests since `sinceMs`, by its own clock. */
export function cancelAtMs(
  { limit }: Pick<OrderInstruction, "limit">,
  sinceMs: number,
): Option.Option<number> {
  return Option.flatMap(limit, ({ lifeSec }) => lifeSec).pipe(
    Option.map((sec) => sinceMs + sec * 1000),
  );
}

/** The outcome of an order that was stored too late to be sent. It says nothing of the venue. */
export const STORED_TOO_LATE = unsent("storing it took too long, so it was not sent");
const NOT_STORED = unsent("the store did not say in time that it has it, so it was not sent");

function unsent(message: string): SendOutcome {
  const retryAfterSec = Option.none<number>();
  return { kind: "refused", refusal: { reason: "not_sent", message, retryAfterSec } };
}

/**
 * Stores the outcome. The venue keeps what it matched and what rests, so only the next request of
 * the same key waits until that is stored. Should storing fail, or this replica die, the order is
 * found in the state `sent` and looked up at the venue.
 *
 * The venue knows nothing of an order that it refused, or that was stored too late to be sent. Only
 * the store can tell other replicas of it, so its answer waits for the store: one that was not sent
 * fails where the store does not say that it has it.
 *
 * Returns the order in its new state. `arrivedMs`: when the request arrived, by the machine's
 * clock.
 */
export const noteOutcome = Effect.fnUntraced(function* (
  { order, outcome }: SentOrder,
  { arrivedMs }: { readonly arrivedMs: number },
) {
  const nowMs = yield* (yield* MachineTime).nowMs;
  const state = afterAnswer(order.state, outcome);
  const latencyMs = Option.some(Math.round(nowMs - arrivedMs));
  const acceptedMs = yield* Clock.currentTimeMillis;
  // Its life begins with the venue's acceptance.
  const life = state.name === "live"
    ? cancelAtMs(order.instruction, acceptedMs)
    : Option.none<number>();
  const noted: StoredOrder = { ...order, state, latencyMs };
  const note = (yield* OrderStore).note({
    id: order.id,
    state,
    latencyMs,
    lookUpAtMs: nowMs + (state.name === "live" ? firstLookMs(state) : LOOKUP_SOON_MS),
    ...(Option.isSome(life) ? { cancelAtMs: life.value } : {}),
  });
  if (outcome === STORED_TOO_LATE) {
    yield* Effect.catchTag(note, "StoreFailed", (failure) => notStored(order, failure));
    return noted;
  }
  const noting = Effect.catch(
    note,
    (failure) =>
      Effect.annotateLogs(Effect.logError("Cannot store the outcome of an order", failure), {
        orderId: state.orderId,
      }).pipe(Effect.andThen(inBackground(note))),
  );
  if (state.name !== "unknown") {
    yield* outcome.kind === "refused"
      ? noting
      : (yield* Idempotency).defer(order.idempotency, noting);
    return noted;
  }
  yield* noting;
  if (!state.isAtVenue) return noted;
  return yield* Effect.orElseSucceed(reconcileOrder(noted), () => noted);
});

/**
 * Fails for an order of which the store has not said in time that it has it, or how it ended.
 * Should it have it after all, it is noted as refused, so that nobody waits for its outcome.
 */
export const notStored = Effect.fnUntraced(function* (
  { id, state }: StoredOrder<SentState>,
  cause: StoreFailed,
) {
  const { orderId, sentMs } = state;
  yield* inBackground((yield* OrderStore).note({
    id,
    state: afterAnswer(state, NOT_STORED),
    latencyMs: Option.none(),
    lookUpAtMs: sentMs + LOOKUP_AFTER_MS,
  }));
  return yield* new OrderNotStored({ orderId, cause });
});

const inBackground = (note: Effect.Effect<unknown, StoreFailed>) =>
  Effect.asVoid(Effect.forkDetach(Effect.ignore(Effect.retry(note, AGAIN))));
