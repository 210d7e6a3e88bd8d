/**
 * `POST /order` and `POST /orders`.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { knownOutcome } from "../../../core/order/mod.ts";
import type { StoredOrder } from "../../../core/port/order_store.ts";
import { VenueSignatures } from "../../../core/port/venue_signatures.ts";
import type { TradingWallet } from "../../../core/use_case/order/mod.ts";
import { placeSignedOrder } from "../../../core/use_case/paper/mod.ts";
import { MachineTime } from "../../../core/use_case/time/mod.ts";
import { newOrderId } from "../order/new_order_id.ts";
import { DoorRefused, REFUSAL, refused, tooMany } from "./door_refusal.ts";
import { fieldsOf, readJson } from "./sent_json.ts";
import { placedAnswer, standing } from "./wire_order.ts";

const ORDERS_MAX = 15;

/** Places one order. `text`: the body, which is stored and sent on as it is. */
export const placeOne = Effect.fnUntraced(function* (text: string, wallet: TradingWallet) {
  const arrivedMs = yield* (yield* MachineTime).nowMs;
  const order = yield* Effect.mapError(
    Effect.fromOption((yield* VenueSignatures).readOrder(text)),
    () => REFUSAL.payload,
  );
  const command = { id: yield* newOrderId, wallet, order, arrivedMs };
  const { order: placed, isReplayed } = yield* placeSignedOrder(command).pipe(
    Effect.catchTag("SignedOrderRefused", ({ why }) => Effect.fail(REFUSAL[why])),
    Effect.catchTag("NoOrderBook", () => Effect.fail(REFUSAL.book)),
    Effect.catchTag("LimitPassed", ({ message }) => Effect.fail(refused(400, message))),
    Effect.catchTag("OrderNotStored", ({ message }) => Effect.fail(refused(503, message))),
    // The first request with these bytes is on its way.
    Effect.catchTag(
      "IdempotencyKeyBusy",
      ({ idempotencyKey: orderID }) =>
        Effect.fail(duplicated({ ...NOTHING, orderID, status: "delayed" })),
    ),
    Effect.catchTag("IdempotencyKeyReused", Effect.die),
  );
  const refusal = refusalOf(placed);
  if (refusal !== undefined) return yield* refusal;
  if (isReplayed) return yield* duplicated(standing(placed));
  return placedAnswer(placed);
});

/** Places orders one after the other. The answer is a success whatever they became. */
export const placeMany = Effect.fnUntraced(function* (text: string, wallet: TradingWallet) {
  const orders = readJson(text);
  if (!Array.isArray(orders) || orders.length === 0) return yield* REFUSAL.payload;
  if (orders.length > ORDERS_MAX) return yield* tooMany(orders.length, ORDERS_MAX);
  return yield* Effect.forEach(orders as ReadonlyArray<unknown>, (order) =>
    Effect.catchIf(
      placeOne(JSON.stringify(order), wallet),
      (failure) => failure instanceof DoorRefused,
      ({ body: { error = "", orderID, order: first } }) =>
        Effect.succeed({
          success: true,
          ...NOTHING,
          ...(orderID === undefined ? {} : { orderID, ...fieldsOf(first) }),
          errorMsg: error,
        }),
    ));
});

/** What an order is answered with of which nothing is known. */
const NOTHING = { orderID: "", status: "", makingAmount: "", takingAmount: "" };

/**
 * The venue refuses bytes that it has, and so says that they are placed. What became of them is
 * said beside it.
 */
function duplicated({ orderID, ...order }: typeof NOTHING): DoorRefused {
  // The venue's client writes the status of the answer over a field of that name.
  return refused(400, `order ${orderID} is invalid. Duplicated.`, { orderID, order });
}

/** Refusals that are not the order's own fault. */
const LATER: ReadonlySet<string> = new Set(["not_sent", "paused", "post_only", "busy"]);

function refusalOf({ state }: StoredOrder): DoorRefused | undefined {
  const outcome = Option.getOrUndefined(knownOutcome(state));
  if (outcome?.kind !== "refused") return undefined;
  const { reason, message } = outcome.refusal;
  return refused(LATER.has(reason) ? 503 : 400, message);
}
