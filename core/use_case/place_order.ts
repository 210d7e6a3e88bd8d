/**
 * Places an order, at most once, whatever breaks.
 *
 * Check, price, sign, store the signed bytes, and only then send them. From the storing on nobody
 * can interrupt it: a caller who hangs up, or a service that is told to stop, waits for the end.
 *
 * @module
 */
import { Clock, Effect, Fiber, Option, Schema } from "effect";
import {
  passedOrderLimit,
  REFUSAL_REASONS,
  type RefusalReason,
  SENDING_MS_MAX,
} from "../order/mod.ts";
import { OrderGate, OrderStore, type StoredOrder } from "../port/mod.ts";
import { MachineTime } from "./machine_time.ts";
import { KeyBusy, OrderDesk } from "./order_desk.ts";
import { findWish, priceWish } from "./order_wish.ts";
import { settleOrder } from "./settle_order.ts";
import { tradingWallet } from "./trading_wallet.ts";
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
  if (Option.isNone(question.idempotency)) return yield* placeNew(question, prepare(question));
  const { key } = question.idempotency.value;
  const { accountId } = question;
  return yield* (yield* OrderDesk).once(
    { accountId, key },
    Effect.gen(function* () {
      // Hardly any key has an order yet, so that nobody waits for the store's word on it.
      const preparing = yield* Effect.forkChild(prepare(question), { startImmediately: true });
      const earlier = yield* orderOfKey({ accountId, key });
      if (Option.isSome(earlier)) {
        yield* Fiber.interrupt(preparing);
        return yield* replay(earlier.value, question);
      }
      return yield* placeNew(question, Fiber.join(preparing)).pipe(
        Effect.catch((failure) =>
          Effect.gen(function* () {
            if (isOfAnOrder(failure)) return yield* Effect.fail(failure);
            // Another replica may have placed the order meanwhile, on the very book that lacks now
            // what this one was about to take.
            const rival = yield* orderOfKey({ accountId, key });
            return yield* Option.match(rival, {
              onNone: () => Effect.fail(failure),
              onSome: (order) => replay(order, question),
            });
          })
        ),
      );
    }),
  );
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
  "KeyBusy",
  "KeyReused",
]);

/** What an order needs before it can be priced, at once. Nothing here fails. */
const prepare = Effect.fnUntraced(function* (question: OrderQuestion) {
  const [wallet, placed] = yield* Effect.all(
    [Effect.result(tradingWallet(question)), Effect.result(findWish(question.wish))],
    { concurrency: 2 },
  );
  return { wallet, placed };
});

const placeNew = Effect.fnUntraced(function* (
  question: OrderQuestion,
  prepared: ReturnType<typeof prepare>,
) {
  const { wish } = question;
  const found = yield* prepared;
  // The wallet's failure goes before the market's.
  const wallet = yield* Effect.fromResult(found.wallet);
  const placed = yield* Effect.fromResult(found.placed);
  const place = Effect.gen(function* () {
    const priced = yield* priceWish(wish, placed);
    const limit = passedOrderLimit(wallet.wallet.limits, worthE6(priced.order));
    if (Option.isSome(limit)) return yield* limit.value;
    return yield* Effect.uninterruptible(transmitOrder({ question, wallet, priced }));
  });
  const gate = yield* OrderGate;
  const transmitted = yield* gate.pass(place, speaksOfTrouble);
  return transmitted.kind === "held"
    ? yield* replay(transmitted.by, question)
    : yield* concluded(transmitted.order, { isReplayed: false });
});

/** Whether the venue, or the way to it, is what failed. One that says it has the order did not. */
function speaksOfTrouble(transmitted: Transmitted): boolean {
  if (transmitted.kind === "held") return false;
  const { outcome } = transmitted;
  if (outcome.kind === "unknown") return outcome.isAtVenue !== true;
  return outcome.kind === "refused" && TROUBLES.has(outcome.refusal.reason);
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
