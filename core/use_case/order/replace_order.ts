/**
 * Replaces an order that rests: cancels it, waits until it is certainly gone, and places what is
 * left of it by other terms, once.
 *
 * That it is wanted is stored first, with the id of the order to place. So the request can be sent
 * again whatever breaks: it goes on where it stood, and never are two orders at rest. Nothing is
 * placed later by itself, because nobody may want it by then.
 *
 * @module
 */
import { Clock, Effect, Option, Result } from "effect";
import { floorE6 } from "../../fee/mod.ts";
import { canRest, NO_FILL, SIZE_DECIMALS } from "../../order/mod.ts";
import { reasonOf } from "../../order_reason.ts";
import { OrderStore, type StoredOrder } from "../../port/order_store.ts";
import { OrderVenue } from "../../port/order_venue.ts";
import { MachineTime } from "../time/machine_time.ts";
import { admitOrder, priceAdmitted } from "./admission.ts";
import { Idempotency } from "./idempotency.ts";
import { OrderUnknown, ownOrder } from "./one_order.ts";
import type { LimitOrderRequest } from "./order_request.ts";
import { IdempotencyKeyReused, placedBefore, placeOrder } from "./place_order.ts";
import { reconcileOrder } from "./reconcile_order.ts";
import {
  OrderNotResting,
  type ReplacedOrder,
  type ReplaceEnd,
  ReplacementUncertain,
  type ReplaceOrderCommand,
} from "./replacement.ts";
import { tradingWallet } from "./trading_wallet.ts";

/** How long the former order's end is waited for, and how often it is asked, in machine time. */
const CERTAIN_MS_MAX = 10_000;
const ASK_EVERY_MS = 200;

/** Replaces an order. The same key gives the same answer, and never another order. */
export const replaceOrder = Effect.fn("replaceOrder")(function* (command: ReplaceOrderCommand) {
  const { accountId, idempotency: { idempotencyKey } } = command;
  // Its order is placed under the key itself.
  const own = { accountId, idempotencyKey: `replace ${idempotencyKey}` };
  return yield* (yield* Idempotency).oneAtATime(own, replaceOnce(command));
});

const replaceOnce = Effect.fnUntraced(function* (command: ReplaceOrderCommand) {
  yield* tradingWallet(command);
  const former = yield* formerOrder(command);
  const request = requestOf(former, command);
  const begun = yield* begin(command, { former, request });
  const isReplayed = begun.to !== command.id;
  const gone = yield* Effect.uninterruptible(cancelFormer(former, { command, isReplayed }));
  const replaced = { ...gone, isReplayed };
  const end = Option.isSome(begun.why)
    ? Result.fail(begun.why.value as ReplaceEnd)
    : yield* placeRest({ ...command, id: begun.to }, { gone, request });
  if (Result.isFailure(end) && Option.isNone(begun.why)) {
    yield* (yield* OrderStore).endReplacement({ ...begun, why: end.failure });
  }
  return { ...replaced, placed: end } satisfies ReplacedOrder;
});

const formerOrder = Effect.fnUntraced(function* (command: ReplaceOrderCommand) {
  const found = yield* ownOrder(command);
  if (Option.isNone(found)) return yield* new OrderUnknown(command);
  const former = found.value;
  const { orderType } = former.instruction;
  if (!canRest(orderType)) return yield* new OrderNotResting(command);
  return former;
});

/** Returns the request for all of the new order's shares, whatever the former one has traded. */
function requestOf(
  { instruction, priceE6: formerE6 }: StoredOrder,
  { priceE6, sizeE6 }: ReplaceOrderCommand,
): LimitOrderRequest {
  const { slug, outcome, side, orderType } = instruction;
  const limit = Option.getOrThrow(instruction.limit);
  return {
    kind: "limit",
    market: { by: "slug", slug, eventSlug: Option.none() },
    eventSlug: Option.none(),
    outcome,
    side,
    orderType,
    ...limit,
    priceE6: Option.getOrElse(priceE6, () => Option.getOrThrow(formerE6)),
    sizeE6: Option.getOrElse(sizeE6, () => limit.sizeE6),
    isSettledOnly: false,
  };
}

/** Stores that the replacement is wanted, once all is refused that is wrong with its terms. */
const begin = Effect.fnUntraced(function* (
  { accountId, walletId, id, orderId, idempotency }: ReplaceOrderCommand,
  { former, request }: { readonly former: StoredOrder; readonly request: LimitOrderRequest },
) {
  const store = yield* OrderStore;
  const nowMs = yield* Clock.currentTimeMillis;
  const asked = { ...idempotency, accountId };
  const earlier = yield* store.ofIdempotencyKey({ ...asked, atMs: nowMs });
  const isSame = Option.match(Option.flatMap(earlier, (order) => order.idempotency), {
    onNone: () => true,
    onSome: ({ requestSha256 }) => requestSha256 === idempotency.requestSha256,
  });
  if (!isSame) return yield* new IdempotencyKeyReused(idempotency);
  if (Option.isNone(earlier) && former.state.name !== "final") {
    yield* Effect.flatMap(admitOrder({ accountId, walletId, request }), priceAdmitted);
  }
  const wanted = { ...asked, walletId, from: orderId, to: id, createdMs: nowMs };
  const begun = yield* store.beginReplacement({ ...wanted, why: Option.none() });
  if (begun.requestSha256 === idempotency.requestSha256) return begun;
  return yield* new IdempotencyKeyReused(idempotency);
});

/** What is left to do once the former order is gone. */
interface FormerOrder {
  readonly isCanceled: boolean;
  readonly filledE6: bigint;
  /** Whether it is this replacement that ended it. */
  readonly isReplaced: boolean;
}

/** Cancels the former order, and waits until it is certain that it is gone, and what it traded. */
const cancelFormer = Effect.fnUntraced(function* (
  former: StoredOrder,
  { command, isReplayed }: {
    readonly command: ReplaceOrderCommand;
    readonly isReplayed: boolean;
  },
) {
  const { walletId, orderId } = command;
  const machine = yield* MachineTime;
  const store = yield* OrderStore;
  const startedMs = yield* machine.nowMs;
  let order = yield* Effect.orElseSucceed(reconcileOrder(former), () => former);
  const wasOver = order.state.name === "final";
  if (!wasOver) {
    const { holder } = yield* tradingWallet(command);
    const note = {
      walletId,
      orderIds: [orderId],
      cause: "replace",
      lookUpAtMs: startedMs,
      isDone: false,
    } as const;
    // Noted before: should this process die, it is known whose cancellation it was.
    yield* store.noteCancel(note);
    const cancel = (yield* OrderVenue).cancelIds({ holder, orderIds: [orderId] });
    const end = Effect.andThen(
      Effect.ignore(cancel),
      Effect.flatMap(freshOrder(order), reconcileOrder),
    );
    do {
      order = yield* Effect.orElseSucceed(end, () => former);
      const tookMs = (yield* machine.nowMs) - startedMs;
      if (order.state.name === "final" || tookMs >= CERTAIN_MS_MAX) break;
      yield* machine.sleep(ASK_EVERY_MS);
    } while (true);
  }
  if (order.state.name !== "final") return yield* new ReplacementUncertain({ orderId });
  const { outcome } = order.state;
  const fill = outcome.kind === "refused" ? NO_FILL : outcome.fill;
  if (Option.isNone(fill.sharesE6)) return yield* new ReplacementUncertain({ orderId });
  const isCanceled = outcome.kind === "canceled";
  const isReplaced = isCanceled && (!wasOver || (isReplayed && outcome.cause === "replace"));
  return { isCanceled, filledE6: fill.sharesE6.value, isReplaced };
});

/** Its cause was stored meanwhile. */
const freshOrder = Effect.fnUntraced(function* (order: StoredOrder) {
  return Option.getOrElse(yield* (yield* OrderStore).find(order.id), () => order);
});

/** Places what is left, once: the order that a try before has placed is that order. */
const placeRest = Effect.fnUntraced(function* (
  command: ReplaceOrderCommand,
  { gone: { isCanceled, isReplaced, filledE6 }, request }: {
    readonly gone: FormerOrder;
    readonly request: LimitOrderRequest;
  },
) {
  const fails = (end: ReplaceEnd): Result.Result<StoredOrder, ReplaceEnd> => Result.fail(end);
  const before = yield* (yield* OrderStore).find(command.id);
  const sizeE6 = floorE6(request.sizeE6 - filledE6, SIZE_DECIMALS);
  const { idempotency } = command;
  // What took its place stays there, whatever is known of the other order by now.
  if (Option.isNone(before)) {
    if (!isCanceled) return fails(filledE6 > 0n ? "filled" : "over");
    if (!isReplaced) return fails("over");
    if (sizeE6 <= 0n) return fails("filled");
  }
  const placing = Option.isSome(before) ? placedBefore(before.value, idempotency) : placeOrder({
    ...command,
    idempotency: Option.some(idempotency),
    request: { ...request, sizeE6 },
  });
  const placed = yield* Effect.result(placing);
  if (Result.isSuccess(placed)) return Result.succeed(placed.success.order);
  const { failure } = placed;
  if (MAY_FOLLOW.has(failure._tag)) return yield* Effect.fail(failure);
  const reason = reasonOf(failure);
  return fails(reason === "too_small" ? "below_minimum" : reason);
});

/** After these, the order may be placed, or is placed once the request is sent again. */
const MAY_FOLLOW: ReadonlySet<string> = new Set([
  "OrderUncertain",
  "OrderNotStored",
  "IdempotencyKeyBusy",
  "StoreFailed",
]);
