/**
 * Places an order at most once, whatever breaks.
 *
 * Three things stand around it, each in a file of its own: `idempotency.ts` lets the requests of a
 * key place one order, `admission.ts` lets a wallet place what it may, and `send_order.ts` stores
 * the signed bytes, sends them only then, and learns what became of them. Once the bytes are
 * stored, nothing interrupts it: neither a caller who hangs up nor a shutdown.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import {
  holdsIdempotencyKey,
  knownOutcome,
  REFUSAL_REASONS,
  refusedMessage,
  SENDING_MS_MAX,
  uncertainMessage,
  whyUncertain,
} from "../../order/mod.ts";
import { type IdempotentRequest, type StoredOrder } from "../../port/order_store.ts";
import { MachineTime } from "../time/machine_time.ts";
import { admitOrder, priceAdmitted, whenAdmitted } from "./admission.ts";
import { type PlacedOrder, placeOnce } from "./idempotency.ts";
import { type IdempotencyClaim, IdempotencyKeyBusy } from "./idempotency_claim.ts";
import { reconcileOrder } from "./reconcile_order.ts";
import { type PlaceOrderCommand, sendOrder } from "./send_order.ts";

/**
 * The order was refused by the venue, or before it got there. It was not and will not be placed.
 */
export class OrderRefused extends Schema.TaggedError<OrderRefused>()("OrderRefused", {
  orderId: Schema.String,
  reason: Schema.Literals(REFUSAL_REASONS),
  /** The venue's message, or ours where the venue did not answer. */
  detail: Schema.String,
  retryAfterSec: Schema.optional(Schema.Number),
  /** Whether the request's idempotency key keeps this answer: the same request gets no other. */
  isFinal: Schema.Boolean,
  isReplayed: Schema.Boolean,
}) {
  override get message(): string {
    return refusedMessage(this.detail);
  }
}

/** The order was sent, and it is not known yet whether it was placed. Reconciling finds out. */
export class OrderUncertain extends Schema.TaggedError<OrderUncertain>()("OrderUncertain", {
  orderId: Schema.String,
  why: Schema.String,
  isReplayed: Schema.Boolean,
}) {
  override get message(): string {
    return uncertainMessage(this);
  }
}

/** The idempotency key was used for another request. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()(
  "IdempotencyKeyReused",
  { idempotencyKey: Schema.String },
) {
  override get message(): string {
    return `Cannot use the Idempotency-Key "${this.idempotencyKey}": it belongs to another request`;
  }
}

/**
 * Places an order and returns it once it is matched, or rests.
 *
 * With an idempotency key that was used before, nothing is placed: the result is the order of the
 * first request, or its failure.
 */
export const placeOrder = Effect.fnUntraced(function* (command: PlaceOrderCommand) {
  const { id: orderId, accountId } = command;
  const asked = Option.map(command.idempotency, (request) => ({ ...request, accountId, orderId }));
  const place = (claim: IdempotencyClaim) => placeNew(command, claim);
  return yield* concluded(yield* placeOnce(asked, { place, replay: replayOrder }));
});

/** Why an order was not placed, or not for certain. */
export type PlaceFailure = Effect.Error<ReturnType<typeof placeOrder>>;

const placeNew = Effect.fnUntraced(function* (command: PlaceOrderCommand, claim: IdempotencyClaim) {
  const admitted = yield* claim.meanwhile(admitOrder(command));
  const { wallet } = admitted;
  const placing = Effect.gen(function* () {
    const priced = yield* claim.meanwhile(priceAdmitted(admitted));
    return yield* Effect.uninterruptible(sendOrder({ command, wallet, claim, priced }));
  });
  const { order } = yield* whenAdmitted(wallet, placing);
  return order;
});

/**
 * Returns an order that an earlier request has placed, as {@linkcode placeOrder} does. What would
 * refuse it now, such as a market that has closed since, says nothing of it.
 */
export const placedBefore = Effect.fnUntraced(function* (
  existing: StoredOrder,
  { idempotencyKey }: Pick<IdempotentRequest, "idempotencyKey">,
) {
  const order = yield* lookedUp(existing, idempotencyKey);
  return yield* concluded({ order, isReplayed: true });
});

/** Answers a request whose key has an order already, as it is now. */
export const replayOrder = Effect.fnUntraced(function* (
  existing: StoredOrder,
  { idempotencyKey, requestSha256 }: IdempotentRequest,
) {
  const isSame = Option.exists(
    existing.idempotency,
    (earlier) => earlier.requestSha256 === requestSha256,
  );
  if (!isSame) return yield* new IdempotencyKeyReused({ idempotencyKey });
  return yield* lookedUp(existing, idempotencyKey);
});

/**
 * Returns an order of an earlier request. One that is not final is reconciled now, so that a caller
 * who retries learns the outcome as early as possible.
 */
const lookedUp = Effect.fnUntraced(function* (existing: StoredOrder, idempotencyKey: string) {
  const order = yield* Effect.orElseSucceed(reconcileOrder(existing), () => existing);
  const nowMs = yield* (yield* MachineTime).nowMs;
  // Another replica may be about to receive the venue's answer.
  if (order.state.name === "sent" && nowMs - order.state.sentMs < SENDING_MS_MAX) {
    return yield* new IdempotencyKeyBusy({ idempotencyKey });
  }
  return order;
});

/** Returns the order if it traded or rests; otherwise fails with how it ended. */
const concluded = Effect.fnUntraced(function* (
  { order, isReplayed }: PlacedOrder,
): Effect.fn.Return<PlacedOrder, OrderRefused | OrderUncertain> {
  const { state } = order;
  const { orderId } = state;
  if (state.name === "live") return { order, isReplayed };
  const outcome = knownOutcome(state);
  if (Option.isNone(outcome)) {
    return yield* new OrderUncertain({ orderId, why: whyUncertain(state), isReplayed });
  }
  if (outcome.value.kind !== "refused") return { order, isReplayed };
  const { reason, message, retryAfterSec } = outcome.value.refusal;
  return yield* new OrderRefused({
    orderId,
    reason,
    detail: message,
    ...(Option.isSome(retryAfterSec) ? { retryAfterSec: retryAfterSec.value } : {}),
    isFinal: Option.isSome(order.idempotency) && holdsIdempotencyKey(order, order.createdMs),
    isReplayed,
  });
});
