/**
 * Places and previews orders of both kinds.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option } from "effect";
import {
  type OrderPreview,
  type OrderRequest,
  placeOrder,
  previewOrder,
} from "../../../core/use_case/order/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import { MachineTime } from "../../../core/use_case/time/mod.ts";
import type { AnswerOf } from "../edge/gate.ts";
import { readIdempotencyKey, REPLAYED_HEADER } from "../edge/request/idempotency_key.ts";
import type { OwnCommand } from "../edge/answer/hint.ts";
import { Refused } from "../edge/answer/refusal.ts";
import { type LimitBody, readLimitRequest } from "./limit_body.ts";
import { newOrderId } from "./new_order_id.ts";
import { type OrderBody, orderSha256, readOrderRequest } from "./order_body.ts";
import {
  LIMIT_PREVIEW_EXAMPLE,
  LIVE_EXAMPLE,
  PLACED_EXAMPLE,
  PREVIEW_EXAMPLE,
} from "./order_example.ts";
import { PlacedOrderBody, placedOrderBody } from "./wire_order.ts";
import {
  LimitPreviewBody,
  limitPreviewBody,
  OrderPreviewBody,
  orderPreviewBody,
} from "./wire_preview.ts";

/** The answer to a market order. */
export const OrderAnswer = Type.Union([PlacedOrderBody, OrderPreviewBody], {
  description: "The order is at the venue; or, with `dryRun`, what it would be",
  examples: [PLACED_EXAMPLE, PREVIEW_EXAMPLE],
});

/** The answer to a limit order. */
export const LimitAnswer = Type.Union([PlacedOrderBody, LimitPreviewBody], {
  description: "The order is at the venue; or, with `dryRun`, what it would be",
  examples: [LIVE_EXAMPLE, LIMIT_PREVIEW_EXAMPLE],
});

/** Who asks for orders, and how. */
export interface Asker {
  readonly accountId: string;
  readonly headers: Headers;
  /** When the request arrived, by the service's clock. */
  readonly nowMs: number;
  /** Writes the operator's commands in hints. */
  readonly ownCommand: OwnCommand;
}

/** Places a market order of an account, or previews it. */
export const marketOrder = Effect.fnUntraced(function* (
  sent: typeof OrderBody.static,
  asker: Asker,
) {
  const arrivedMs = yield* (yield* MachineTime).nowMs;
  const request = yield* Effect.fromResult(readOrderRequest(sent, yield* Venue));
  const asked = { ...asker, walletId: sent.walletId, request, arrivedMs };
  const answer: AnswerOf<typeof OrderAnswer.static> = sent.dryRun === true
    ? yield* preview(asked, orderPreviewBody)
    : yield* place(asked);
  return answer;
});

/** Places a limit order of an account, or previews it. */
export const limitOrder = Effect.fnUntraced(function* (
  { walletId, dryRun, ...terms }: typeof LimitBody.static,
  asker: Asker,
) {
  const arrivedMs = yield* (yield* MachineTime).nowMs;
  const request = yield* Effect.fromResult(readLimitRequest(terms, yield* Venue));
  const asked = { ...asker, walletId, request, arrivedMs };
  const answer: AnswerOf<typeof LimitAnswer.static> = dryRun === true
    ? yield* preview(asked, limitPreviewBody)
    : yield* place(asked);
  return answer;
});

interface Asked extends Asker {
  readonly walletId: string;
  readonly request: OrderRequest;
  readonly arrivedMs: number;
}

const place = Effect.fnUntraced(function* ({ headers, ...asked }: Asked) {
  const key = yield* Effect.fromResult(readIdempotencyKey(headers));
  const requestSha256 = orderSha256(asked.walletId, asked.request);
  const { order, isReplayed } = yield* placeOrder({
    ...asked,
    id: yield* newOrderId,
    idempotency: Option.map(key, (idempotencyKey) => ({ idempotencyKey, requestSha256 })),
  });
  const sinceMs = yield* msSince(asked.arrivedMs);
  return {
    body: placedOrderBody(order, Option.getOrElse(order.latencyMs, () => sinceMs)),
    ...(isReplayed ? { headers: REPLAYED_HEADER } : {}),
  };
});

const preview = Effect.fnUntraced(function* <Body>(
  { headers, arrivedMs, ...asked }: Asked,
  bodyOf: (preview: OrderPreview, latencyMs: number) => Body,
) {
  yield* Effect.fromResult(readIdempotencyKey(headers));
  const found = yield* Effect.catchTag(
    previewOrder(asked),
    "FeeScheduleUnusable",
    (failure) =>
      Effect.fail(
        new Refused({
          status: 503,
          error: failure.message,
          // Also read by programs that preview with a tool, which has no dryRun.
          hint: "Place it without dryRun; only the preview of its fee is not available",
        }),
      ),
  );
  return { body: bodyOf(found, yield* msSince(arrivedMs)) };
});

/** Returns how long ago a request arrived, in milliseconds of the machine's clock. */
export const msSince = Effect.fnUntraced(function* (arrivedMs: number) {
  return (yield* (yield* MachineTime).nowMs) - arrivedMs;
});
