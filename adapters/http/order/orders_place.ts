/**
 * Places and previews market orders.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option } from "effect";
import { type OrderRequest, placeOrder, previewOrder } from "../../../core/use_case/order/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import { MachineTime } from "../../../core/use_case/time/mod.ts";
import type { AnswerOf } from "../edge/gate.ts";
import { readIdempotencyKey, REPLAYED_HEADER } from "../edge/request/idempotency_key.ts";
import { Refused } from "../edge/answer/refusal.ts";
import { type OrderBody, orderSha256, readOrderRequest } from "./order_body.ts";
import { PLACED_EXAMPLE } from "./order_example.ts";
import {
  OrderPreviewBody,
  orderPreviewBody,
  PlacedOrderBody,
  placedOrderBody,
} from "./wire_order.ts";

/** The answer to an order. */
export const OrderAnswer = Type.Union([PlacedOrderBody, OrderPreviewBody], {
  description: "The order is at the venue; or, with `dryRun`, what it would be",
  examples: [PLACED_EXAMPLE],
});

type Answered = AnswerOf<typeof OrderAnswer.static>;

/** Places an order of an account, or previews it. */
export const marketOrder = Effect.fnUntraced(function* (
  sent: typeof OrderBody.static,
  { accountId, headers }: { readonly accountId: string; readonly headers: Headers },
) {
  const arrivedMs = yield* (yield* MachineTime).nowMs;
  const request = yield* Effect.fromResult(readOrderRequest(sent, yield* Venue));
  const key = yield* Effect.fromResult(readIdempotencyKey(headers));
  const asked = { accountId, walletId: sent.walletId, request, arrivedMs };
  return sent.dryRun === true ? yield* preview(asked) : yield* place(asked, key);
});

interface Asked {
  readonly accountId: string;
  readonly walletId: string;
  readonly request: OrderRequest;
  readonly arrivedMs: number;
}

const place = Effect.fnUntraced(function* (asked: Asked, key: Option.Option<string>) {
  const requestSha256 = orderSha256(asked.walletId, asked.request);
  const { order, isReplayed } = yield* placeOrder({
    ...asked,
    id: Bun.randomUUIDv7(),
    idempotency: Option.map(key, (idempotencyKey) => ({ idempotencyKey, requestSha256 })),
  });
  const sinceMs = yield* msSince(asked.arrivedMs);
  const answer: Answered = {
    body: placedOrderBody(order, Option.getOrElse(order.latencyMs, () => sinceMs)),
    ...(isReplayed ? { headers: REPLAYED_HEADER } : {}),
  };
  return answer;
});

const preview = Effect.fnUntraced(function* ({ arrivedMs, ...asked }: Asked) {
  const found = yield* Effect.catchTag(
    previewOrder(asked),
    "FeeScheduleUnusable",
    (failure) =>
      Effect.fail(
        new Refused({
          status: 503,
          error: failure.message,
          // Also read by programs that preview with a tool, which has no dryRun.
          hint:
            "Place it with POST /api/v1/simpleOrders/easyMarketOrder without dryRun; only the " +
            "preview of its fee is not available",
        }),
      ),
  );
  const answer: Answered = { body: orderPreviewBody(found, yield* msSince(arrivedMs)) };
  return answer;
});

const msSince = Effect.fnUntraced(function* (arrivedMs: number) {
  return (yield* (yield* MachineTime).nowMs) - arrivedMs;
});
