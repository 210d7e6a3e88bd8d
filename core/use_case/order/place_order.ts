/**
 * Places an order at most once, whatever breaks.
 *
 * Checks, prices and signs the order, stores the signed bytes, and only then sends them. Once the
 * bytes are stored, nothing interrupts it: neither a caller who hangs up nor a shutdown.
 *
 * @module
 */
import { Clock, Data, Effect, Fiber, Option, Result, Schema } from "effect";
import {
  knownOutcome,
  passedOrderLimit,
  REFUSAL_REASONS,
  type RefusalReason,
  refusedMessage,
  SENDING_MS_MAX,
  uncertainMessage,
  whyUncertain,
} from "../../order/mod.ts";
import {
  type GateVerdict,
  holdsKey,
  OrderGate,
  OrderStore,
  OrderVenue,
  type StoredOrder,
  type StoreFailed,
} from "../../port/mod.ts";
import { MachineTime } from "../time/machine_time.ts";
import { IdempotencyLock, KeyBusy } from "./idempotency_lock.ts";
import { type KeyClaim, NO_CLAIM, withKeyClaim } from "./key_claim.ts";
import { priceOrder, resolveOrder } from "./resolve_order.ts";
import { reconcileOrder } from "./reconcile_order.ts";
import { checkRights, tradingWallet } from "./trading_wallet.ts";
import { notionalE6, type PlaceOrderCommand, sendOrder, type SendResult } from "./send_order.ts";
import { STORED_TOO_LATE } from "./unsent_order.ts";

/** An order that traded. */
export interface PlacedOrder {
  readonly order: StoredOrder;
  /** Whether an earlier request with the same key placed it. */
  readonly isReplayed: boolean;
}

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
  isSettled: Schema.Boolean,
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
export class KeyReused extends Schema.TaggedError<KeyReused>()("KeyReused", {
  key: Schema.String,
}) {
  override get message(): string {
    return `Cannot use the Idempotency-Key "${this.key}": it belongs to another request`;
  }
}

/**
 * Places an order and returns it once it is matched.
 *
 * With an idempotency key that was used before, nothing is placed: the result is the order of the
 * first request, or its failure.
 */
export const placeOrder = Effect.fnUntraced(function* (command: PlaceOrderCommand) {
  const placing = Option.match(command.idempotency, {
    onNone: () => placeOnce(command, NO_CLAIM),
    onSome: ({ key }) => placeClaimed(command, key),
  });
  const answered = Effect.catchTag(
    placing,
    "KeyTaken",
    ({ existing }) => replay(existing, command),
  );
  if (Option.isNone(command.idempotency)) return yield* answered;
  const { accountId, idempotency: { value: { key } } } = command;
  return yield* (yield* IdempotencyLock).withKey({ accountId, key }, answered);
});

const placeClaimed = Effect.fnUntraced(function* (command: PlaceOrderCommand, key: string) {
  const { id: orderId, accountId } = command;
  const store = yield* OrderStore;
  const findEarlier = Effect.flatMap(
    Clock.currentTimeMillis,
    (atMs) => store.ofKey({ accountId, key, atMs }),
  );
  return yield* withKeyClaim(
    { accountId, key, orderId, findEarlier },
    (claim) => placeOnce(command, claim),
  );
});

const placeOnce = (command: PlaceOrderCommand, claim: KeyClaim) =>
  Effect.catch(placeNew(command, claim), (failure) =>
    Effect.gen(function* () {
      if (failure._tag === "KeyTaken") yield* Effect.ignore(claim.release);
      if (isAboutTheKey(failure)) return yield* Effect.fail(failure);
      if (failure._tag !== "OrderNotStored") yield* claim.held;
      const { rival, released } = yield* failure._tag === "OrderNotStored"
        ? Effect.all({
          rival: Effect.orElseSucceed(claim.findEarlier, Option.none<StoredOrder>),
          released: Effect.succeed(Result.void),
        })
        : Effect.all({
          // An order of the same key may be the cause: it took from the book what this one needs.
          rival: claim.findEarlier,
          // The caller may try again with the same key as soon as it has the refusal.
          released: Effect.result(claim.release),
        }, { concurrency: "unbounded" });
      // Its own order may have been stored after all. It was not sent, and that is the answer.
      const isOther = Option.exists(rival, ({ id }) => id !== command.id);
      if (isOther) return yield* new KeyTaken({ existing: Option.getOrThrow(rival) });
      yield* Effect.fromResult(released);
      return yield* Effect.fail(failure);
    }));

/** Nothing needs to be placed: the request's key has an order. */
class KeyTaken extends Data.TaggedError("KeyTaken")<{ readonly existing: StoredOrder }> {}

/**
 * Runs `needed`, which a new order depends on. Few keys have an order already, and storing an order
 * detects those anyway, so the store is asked only while `needed` has to wait.
 */
const unlessKeyTaken = Effect.fnUntraced(function* <A, E, R>(
  needed: Effect.Effect<A, E, R>,
  claim: KeyClaim,
): Effect.fn.Return<A, E | KeyTaken | KeyBusy | StoreFailed, R> {
  const running = yield* Effect.forkChild(needed, { startImmediately: true });
  if (running.pollUnsafe() === undefined) {
    const checks = [claim.findEarlier, claim.held] as const;
    const [found] = yield* Effect.all(checks, { concurrency: "unbounded" });
    if (Option.isSome(found)) {
      yield* Fiber.interrupt(running);
      return yield* new KeyTaken({ existing: found.value });
    }
  }
  return yield* Fiber.join(running);
});

/**
 * Whether a failure concerns a stored order or who has the key. Every other failure means that
 * nothing was stored for this request.
 */
function isAboutTheKey({ _tag }: { readonly _tag: string }): boolean {
  return ABOUT_THE_KEY.has(_tag);
}

const ABOUT_THE_KEY: ReadonlySet<string> = new Set([
  "OrderRefused",
  "OrderUncertain",
  "KeyTaken",
  "KeyBusy",
]);

const placeNew = Effect.fnUntraced(function* (command: PlaceOrderCommand, claim: KeyClaim) {
  const { request } = command;
  const { wallet, resolved } = yield* unlessKeyTaken(
    Effect.all({ wallet: tradingWallet(command), resolved: resolveOrder(request) }),
    claim,
  );
  yield* checkRights(wallet.wallet, { kind: resolved.market.kind, side: request.side });
  const place = Effect.gen(function* () {
    const priced = yield* unlessKeyTaken(priceOrder(resolved), claim);
    const limit = passedOrderLimit(wallet.wallet.limits, notionalE6(priced.order));
    if (Option.isSome(limit)) return yield* limit.value;
    return yield* Effect.uninterruptible(sendOrder({ command, wallet, priced, claim }));
  });
  const gate = yield* OrderGate;
  const venue = yield* OrderVenue;
  const result = yield* venue.withinLimits(wallet.holder, gate.pass(place, verdictOn));
  if (result.kind === "duplicate") return yield* new KeyTaken(result);
  return yield* concluded(result.order, { isReplayed: false });
});

/**
 * What an order shows of the venue and the way to it. One that the venue has shows that it works.
 */
function verdictOn(result: SendResult): GateVerdict {
  if (result.kind === "duplicate" || result.outcome === STORED_TOO_LATE) return "nothing";
  const { outcome } = result;
  const isTrouble = outcome.kind === "unknown"
    ? outcome.isAtVenue !== true
    : outcome.kind === "refused" && TROUBLES.has(outcome.refusal.reason);
  return isTrouble ? "failed" : "worked";
}

const TROUBLES: ReadonlySet<RefusalReason> = new Set<RefusalReason>(["paused", "not_sent"]);

/**
 * Answers a request whose key has an order already. An order that is not final is reconciled now,
 * so that a caller who retries learns the outcome as early as possible.
 */
const replay = Effect.fnUntraced(function* (order: StoredOrder, command: PlaceOrderCommand) {
  const key = Option.getOrElse(command.idempotency, () => ({ key: "", requestSha256: "" }));
  const isSame = Option.exists(
    order.idempotency,
    ({ requestSha256 }) => requestSha256 === key.requestSha256,
  );
  if (!isSame) return yield* new KeyReused({ key: key.key });
  const reconciled = yield* Effect.orElseSucceed(reconcileOrder(order), () => order);
  const { state } = reconciled;
  const nowMs = yield* (yield* MachineTime).nowMs;
  // Another replica may be about to receive the venue's answer.
  if (state.name === "sent" && nowMs - state.sentMs < SENDING_MS_MAX) {
    return yield* new KeyBusy({ key: key.key });
  }
  return yield* concluded(reconciled, { isReplayed: true });
});

/** Returns the order if it traded; otherwise fails with how it ended. */
const concluded = Effect.fnUntraced(function* (
  order: StoredOrder,
  { isReplayed }: { readonly isReplayed: boolean },
): Effect.fn.Return<PlacedOrder, OrderRefused | OrderUncertain> {
  const { state } = order;
  const { orderId } = state;
  const outcome = knownOutcome(state);
  if (Option.isNone(outcome)) {
    return yield* new OrderUncertain({ orderId, why: whyUncertain(state), isReplayed });
  }
  if (outcome.value.kind === "matched") return { order, isReplayed };
  const { reason, message, retryAfterSec } = outcome.value.refusal;
  return yield* new OrderRefused({
    orderId,
    reason,
    detail: message,
    ...(Option.isSome(retryAfterSec) ? { retryAfterSec: retryAfterSec.value } : {}),
    isSettled: Option.isSome(order.idempotency) && holdsKey(order, order.createdMs),
    isReplayed,
  });
});
