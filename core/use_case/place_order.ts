/**
 * Places an order, at most once, whatever breaks.
 *
 * Check, price, sign, store the signed bytes, and only then send them. From the storing on nobody
 * can interrupt it: a caller who hangs up, or a service that is told to stop, waits for the end.
 *
 * @module
 */
import { Clock, Data, Effect, Fiber, Option, Schema } from "effect";
import {
  passedOrderLimit,
  REFUSAL_REASONS,
  type RefusalReason,
  SENDING_MS_MAX,
} from "../order/mod.ts";
import {
  type GateVerdict,
  OrderGate,
  OrderStore,
  OrderVenue,
  type StoredOrder,
  type StoreFailed,
} from "../port/mod.ts";
import { MachineTime } from "./machine_time.ts";
import { KeyBusy, OrderDesk } from "./order_desk.ts";
import { findWish, priceWish } from "./order_wish.ts";
import { settleOrder } from "./settle_order.ts";
import { checkRights, tradingWallet } from "./trading_wallet.ts";
import { type OrderQuestion, transmitOrder, type Transmitted, worthE6 } from "./transmit_order.ts";

/** An order that is at the venue. */
export interface PlacedOrder {
  readonly order: StoredOrder;
  /** It was placed by an earlier request with the same key. */
  readonly isReplayed: boolean;
}

/** The venue, or the way to it, refused the order: it was not placed and never will be. */
export class OrderRefused extends Schema.TaggedError<OrderRefused>()("OrderRefused", {
  orderId: Schema.String,
  reason: Schema.Literals(REFUSAL_REASONS),
  words: Schema.String,
  retryAfterSec: Schema.optional(Schema.Number),
  isReplayed: Schema.Boolean,
}) {
  override get message(): string {
    return `Cannot place the order: ${this.words}`;
  }
}

/** The order was sent, and nobody can say yet whether it was placed. It will be known. */
export class OrderUncertain extends Schema.TaggedError<OrderUncertain>()("OrderUncertain", {
  orderId: Schema.String,
  why: Schema.String,
  isReplayed: Schema.Boolean,
}) {
  override get message(): string {
    return `Cannot say yet whether the order ${this.orderId} was placed: ${this.why}`;
  }
}

/** The key has been used for another request. */
export class KeyReused extends Schema.TaggedError<KeyReused>()("KeyReused", {
  key: Schema.String,
}) {
  override get message(): string {
    return `Cannot use the Idempotency-Key "${this.key}": it belongs to another request`;
  }
}

/**
 * Places an order and gives it once it is matched, or rests.
 *
 * With an idempotency key that was used before, nothing is placed: the order of the first request
 * is given, or its failure.
 */
export const placeOrder = Effect.fnUntraced(function* (question: OrderQuestion) {
  if (Option.isNone(question.idempotency)) return yield* placeOnce(question, Effect.succeedNone);
  const { key } = question.idempotency.value;
  const { accountId } = question;
  const placing = placeOnce(question, orderOfKey({ accountId, key }));
  return yield* (yield* OrderDesk).once({ accountId, key }, placing);
});

const placeOnce = (question: OrderQuestion, earlier: EarlierOrder) =>
  placeNew(question, earlier).pipe(
    Effect.catch((failure) =>
      Effect.gen(function* () {
        if (isOfAnOrder(failure)) return yield* Effect.fail(failure);
        // An order of the key may be the reason: it was placed on the very book that lacks now
        // what this one was about to take.
        const rival = yield* earlier;
        if (Option.isSome(rival)) return yield* new KeyHeld({ by: rival.value });
        return yield* Effect.fail(failure);
      })
    ),
    Effect.catchTag("KeyHeld", ({ by }) => replay(by, question)),
  );

/** The order that a request's key has already. */
type EarlierOrder = Effect.Effect<Option.Option<StoredOrder>, StoreFailed, OrderStore>;

/** Nothing needs to be placed: the request's key has an order. */
class KeyHeld extends Data.TaggedError("KeyHeld")<{ readonly by: StoredOrder }> {}

/**
 * Gets what a new order needs. Hardly any key has an order yet, and storing one tells anyway: only
 * where something has to be waited for, the store is asked meanwhile.
 */
const unlessHeld = Effect.fnUntraced(function* <A, E, R>(
  needed: Effect.Effect<A, E, R>,
  earlier: EarlierOrder,
): Effect.fn.Return<A, E | KeyHeld | StoreFailed, R | OrderStore> {
  const getting = yield* Effect.forkChild(needed, { startImmediately: true });
  if (getting.pollUnsafe() === undefined) {
    const found = yield* earlier;
    if (Option.isSome(found)) {
      yield* Fiber.interrupt(getting);
      return yield* new KeyHeld({ by: found.value });
    }
  }
  return yield* Fiber.join(getting);
});

const orderOfKey = Effect.fnUntraced(function* (
  { accountId, key }: { readonly accountId: string; readonly key: string },
) {
  const atMs = yield* Clock.currentTimeMillis;
  return yield* (yield* OrderStore).ofKey({ accountId, key, atMs });
});

/** Whether a failure tells of an order that is stored. Any other says that nothing was. */
function isOfAnOrder({ _tag }: { readonly _tag: string }): boolean {
  return OF_AN_ORDER.has(_tag);
}

const OF_AN_ORDER: ReadonlySet<string> = new Set([
  "OrderRefused",
  "OrderUncertain",
  "KeyHeld",
]);

const placeNew = Effect.fnUntraced(function* (question: OrderQuestion, earlier: EarlierOrder) {
  const { wish } = question;
  const { wallet, placed } = yield* unlessHeld(
    Effect.all({ wallet: tradingWallet(question), placed: findWish(wish) }),
    earlier,
  );
  yield* checkRights(wallet.wallet, { kind: placed.market.kind, side: wish.side });
  const place = Effect.gen(function* () {
    const priced = yield* unlessHeld(priceWish(wish, placed), earlier);
    const limit = passedOrderLimit(wallet.wallet.limits, worthE6(priced.order));
    if (Option.isSome(limit)) return yield* limit.value;
    return yield* Effect.uninterruptible(transmitOrder({ question, wallet, priced }));
  });
  const gate = yield* OrderGate;
  const venue = yield* OrderVenue;
  const transmitted = yield* venue.withinLimits(wallet.holder, gate.pass(place, verdictOn));
  if (transmitted.kind === "held") return yield* new KeyHeld(transmitted);
  return yield* concluded(transmitted.order, { isReplayed: false });
});

/** What an order says of the venue, and of the way to it. One that it says it has worked. */
function verdictOn(transmitted: Transmitted): GateVerdict {
  if (transmitted.kind === "held") return "nothing";
  const { outcome } = transmitted;
  const isTrouble = outcome.kind === "unknown"
    ? outcome.isAtVenue !== true
    : outcome.kind === "refused" && TROUBLES.has(outcome.refusal.reason);
  return isTrouble ? "failed" : "worked";
}

const TROUBLES: ReadonlySet<RefusalReason> = new Set<RefusalReason>(["paused", "not_sent"]);

/**
 * The answer to a request whose key has an order already. One that is not settled is asked about
 * now, so that whoever tries again is told as soon as anybody can know.
 */
const replay = Effect.fnUntraced(function* (order: StoredOrder, question: OrderQuestion) {
  const key = Option.getOrElse(question.idempotency, () => ({ key: "", requestSha256: "" }));
  const isSame = Option.exists(
    order.idempotency,
    ({ requestSha256 }) => requestSha256 === key.requestSha256,
  );
  if (!isSame) return yield* new KeyReused({ key: key.key });
  const asked = yield* Effect.orElseSucceed(settleOrder(order), () => order);
  const { state } = asked;
  const nowMs = yield* (yield* MachineTime).nowMs;
  // Another replica may be about to hear the venue's answer.
  if (state.name === "sent" && nowMs - state.sentMs < SENDING_MS_MAX) {
    return yield* new KeyBusy({ key: key.key });
  }
  return yield* concluded(asked, { isReplayed: true });
});

/** The order, if it is at the venue; else the failure that it ended in. */
const concluded = Effect.fnUntraced(function* (
  order: StoredOrder,
  { isReplayed }: { readonly isReplayed: boolean },
): Effect.fn.Return<PlacedOrder, OrderRefused | OrderUncertain> {
  const { state } = order;
  const { orderId } = state;
  if (state.name !== "settled") {
    const why = state.name === "unknown" ? state.why : "it is being sent";
    return yield* new OrderUncertain({ orderId, why, isReplayed });
  }
  if (state.settlement.kind !== "refused") return { order, isReplayed };
  const { reason, words, retryAfterSec } = state.settlement.refusal;
  return yield* new OrderRefused({
    orderId,
    reason,
    words,
    ...(Option.isSome(retryAfterSec) ? { retryAfterSec: retryAfterSec.value } : {}),
    isReplayed,
  });
});
