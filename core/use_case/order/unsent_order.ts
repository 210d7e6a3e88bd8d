/**
 * Orders that the store was too slow for: they are not sent, and never will be.
 *
 * @module
 */
import { Effect, Option, Schedule, Schema } from "effect";
import { afterAnswer, SENDING_MS_MAX, type SendOutcome, type SentState } from "../../order/mod.ts";
import { OrderStore, type StoredOrder, type StoreFailed } from "../../port/mod.ts";

/** The store did not confirm the order in time, so it was not sent and will not be. */
export class OrderNotStored extends Schema.TaggedError<OrderNotStored>()("OrderNotStored", {
  orderId: Schema.String,
  cause: Schema.Defect(),
}) {
  override get message(): string {
    return `Cannot place the order ${this.orderId}: storing it gave no answer in time, so it was ` +
      "not sent";
  }
}

/** How often, and how soon, storing an outcome is retried after a failure. */
export const NOTE_AGAIN = Schedule.exponential("1 second").pipe(Schedule.upTo({ times: 6 }));

/** When the job looks up an order without any outcome: its process must have died. */
export const LOOKUP_AFTER_MS = SENDING_MS_MAX + 1_000;

/** The outcome of an order that was stored too late to be sent. It says nothing of the venue. */
export const STORED_TOO_LATE = unsent("storing it took too long, so it was not sent");
const NOT_STORED = unsent("the store did not say in time that it has it, so it was not sent");

function unsent(message: string): SendOutcome {
  const retryAfterSec = Option.none<number>();
  return { kind: "refused", refusal: { reason: "not_sent", message, retryAfterSec } };
}

/**
 * Fails for an order of which the store has not said in time that it has it, or how it ended.
 * Should it have it after all, it is noted as refused, so that nobody waits for its outcome.
 */
export const notStored = Effect.fnUntraced(function* (
  { id, state }: StoredOrder<SentState>,
  cause: StoreFailed,
) {
  const note = (yield* OrderStore).note({
    id,
    state: afterAnswer(state, NOT_STORED),
    latencyMs: Option.none(),
    lookUpAtMs: state.sentMs + LOOKUP_AFTER_MS,
  });
  yield* Effect.forkDetach(Effect.ignore(Effect.retry(note, NOTE_AGAIN)));
  return yield* new OrderNotStored({ orderId: state.orderId, cause });
});
