/**
 * Places several limit orders in one call of the venue.
 *
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Effect, Option, Result } from "effect";
import { reasonOf } from "../../../core/order_reason.ts";
import type { RequestRejected } from "../../../core/request.ts";
import {
  type LimitOrderRequest,
  type PlaceFailure,
  placeOrders,
} from "../../../core/use_case/order/mod.ts";
import { MachineTime } from "../../../core/use_case/time/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import { toRefusal } from "../edge/answer/failure.ts";
import type { OwnCommand } from "../edge/answer/hint.ts";
import { codedError, Refused } from "../edge/answer/refusal.ts";
import { CodedError } from "../edge/answer/wire_error.ts";
import { IDEMPOTENCY_KEY } from "../edge/request/idempotency_key.ts";
import { ORDER_ID_EXAMPLE } from "../wire/order_id.ts";
import { type BatchBody, readLimitRequest } from "./limit_body.ts";
import { newOrderId } from "./new_order_id.ts";
import { LIVE_EXAMPLE } from "./order_example.ts";
import { orderSha256 } from "./order_body.ts";
import { type Asker, msSince } from "./orders_place.ts";
import { PlacedOrderBody, placedOrderBody } from "./wire_order.ts";

const RefusedEntry = Type.Object({
  ok: Type.Literal(false),
  ...CodedError.properties,
  orderId: Type.Optional(Type.String({
    description: "The hash of an order whose outcome is not known yet",
    examples: [ORDER_ID_EXAMPLE],
  })),
}, { $id: "RefusedEntry", description: "An order that was not placed, or not for certain" });

const PlacedEntry = Type.Object({
  ...PlacedOrderBody.properties,
  isReplayed: Type.Boolean({ description: "Whether an earlier request has placed it" }),
}, { $id: "PlacedEntry" });

/** The answer to a batch. */
export const BatchAnswer = Type.Object({
  ok: Type.Literal(true),
  results: Type.Array(Type.Union([PlacedEntry, RefusedEntry]), {
    description: "One of each order, in the order of the request",
  }),
}, {
  $id: "OrderBatch",
  examples: [{
    ok: true,
    results: [
      { ...LIVE_EXAMPLE, isReplayed: false },
      {
        ok: false,
        error: "Cannot place the order: invalid post-only order: order crosses book",
        code: "bad_request",
        hint: "Nothing was placed. Send a price that meets no order of the book, or leave " +
          "postOnly out",
        reason: "would_cross",
      },
    ],
  }],
});

/** Places the orders of a batch. One that fails says nothing about the others. */
export const limitBatch = Effect.fnUntraced(function* (
  { walletId, orders }: typeof BatchBody.static,
  { accountId, headers, ownCommand }: Asker,
) {
  if (headers.has(IDEMPOTENCY_KEY)) return yield* ONE_KEY;
  const arrivedMs = yield* (yield* MachineTime).nowMs;
  const pages = yield* Venue;
  const ids = yield* Effect.forEach(orders, () => newOrderId);
  const read = orders.map(({ idempotencyKey, ...terms }, number) =>
    Result.map(readLimitRequest(terms, pages), (request) => ({
      id: ids[number] ?? "",
      accountId,
      walletId,
      request,
      arrivedMs,
      idempotency: keyed(idempotencyKey, { walletId, request }),
    }))
  );
  const placed = yield* placeOrders(
    read.flatMap((one) => Result.isSuccess(one) ? [one.success] : []),
  );
  const sinceMs = yield* msSince(arrivedMs);
  const ends = placed.values();
  const body: typeof BatchAnswer.static = {
    ok: true,
    results: read.map((one) => {
      if (Result.isFailure(one)) return refusedEntry(one.failure, ownCommand);
      const { value: end } = ends.next();
      if (end === undefined) throw new Error("an order of the batch has no outcome");
      if (Result.isFailure(end)) return refusedEntry(end.failure, ownCommand);
      const { order, isReplayed } = end.success;
      const latencyMs = Option.getOrElse(order.latencyMs, () => sinceMs);
      return { ...placedOrderBody(order, latencyMs), isReplayed };
    }),
  };
  return { body };
});

function keyed(
  idempotencyKey: string | undefined,
  { walletId, request }: { readonly walletId: string; readonly request: LimitOrderRequest },
) {
  return Option.map(Option.fromUndefinedOr(idempotencyKey), (idempotencyKey) => ({
    idempotencyKey,
    requestSha256: orderSha256(walletId, request),
  }));
}

function refusedEntry(
  failure: PlaceFailure | RequestRejected,
  ownCommand: OwnCommand,
): Static<typeof RefusedEntry> {
  return {
    ok: false,
    ...codedError(toRefusal(failure), ownCommand),
    reason: reasonOf(failure),
    ...(failure._tag === "OrderUncertain" ? { orderId: failure.orderId } : {}),
  };
}

const ONE_KEY = new Refused({
  status: 400,
  error: `Cannot use the header ${IDEMPOTENCY_KEY} with a batch`,
  hint: "Send idempotencyKey in each order: each of them is placed at most once by itself",
  reason: "invalid",
});
