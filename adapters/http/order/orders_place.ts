/**
 * `POST /api/v1/simpleOrders/easyMarketOrder`: places a market order by slug and outcome.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option } from "effect";
import { placeOrder, previewOrder } from "../../../core/use_case/order/mod.ts";
import { Venue } from "../../../core/use_case/price/mod.ts";
import { MachineTime } from "../../../core/use_case/time/mod.ts";
import { type Answer } from "../edge/answer.ts";
import {
  IDEMPOTENCY_KEY_PARAMETER,
  readIdempotencyKey,
  REPLAYED_HEADER,
} from "../edge/idempotency_key.ts";
import { type OrderBody, orderSha256, readOrderBody } from "./order_body.ts";
import { PLACED_EXAMPLE, SLUG_EXAMPLE } from "./order_example.ts";
import { WALLET_ID_EXAMPLE } from "./order_parameters.ts";
import { Refused } from "../edge/refusal.ts";
import { declareKeyedRoute, type KeyedCall } from "../edge/route.ts";
import {
  OrderBodyWire,
  OrderPreviewBody,
  orderPreviewBody,
  PlacedOrderBody,
  placedOrderBody,
} from "./wire_order.ts";

const PATH = "/api/v1/simpleOrders/easyMarketOrder";

const answer = Effect.fnUntraced(function* ({ body, holder, request }: KeyedCall) {
  const arrivedMs = yield* (yield* MachineTime).nowMs;
  const asked = yield* Effect.fromResult(readOrderBody(body, yield* Venue));
  const key = yield* Effect.fromResult(readIdempotencyKey(request.headers));
  const caller = { accountId: holder.account.id, arrivedMs };
  return asked.isDryRun ? yield* preview(asked, caller) : yield* place(asked, { ...caller, key });
});

interface Caller {
  readonly accountId: string;
  readonly arrivedMs: number;
}

const place = Effect.fnUntraced(function* (
  { walletId, request }: OrderBody,
  { accountId, arrivedMs, key }: Caller & { readonly key: Option.Option<string> },
) {
  const requestSha256 = orderSha256({ walletId, request });
  const { order, isReplayed } = yield* placeOrder({
    id: Bun.randomUUIDv7(),
    accountId,
    walletId,
    idempotency: Option.map(key, (idempotencyKey) => ({ idempotencyKey, requestSha256 })),
    request,
    arrivedMs,
  });
  const sinceMs = yield* msSince(arrivedMs);
  const answer: Answer = {
    body: placedOrderBody(order, Option.getOrElse(order.latencyMs, () => sinceMs)),
    ...(isReplayed ? { headers: REPLAYED_HEADER } : {}),
  };
  return answer;
});

const preview = Effect.fnUntraced(function* (
  { walletId, request }: OrderBody,
  { accountId, arrivedMs }: Caller,
) {
  const found = yield* Effect.catchTag(
    previewOrder({ walletId, request, accountId }),
    "FeeScheduleUnusable",
    (failure) =>
      Effect.fail(
        new Refused({
          status: 503,
          error: failure.message,
          // Also read by programs that preview with a tool, which has no dryRun.
          hint: `Place it with POST ${PATH} without dryRun; only the preview of its fee is not ` +
            "available",
        }),
      ),
  );
  const answer: Answer = { body: orderPreviewBody(found, yield* msSince(arrivedMs)) };
  return answer;
});

const msSince = Effect.fnUntraced(function* (arrivedMs: number) {
  return (yield* (yield* MachineTime).nowMs) - arrivedMs;
});

/** The route that places and previews market orders. */
export const ordersPlaceRoute = declareKeyedRoute({
  method: "POST",
  path: PATH,
  access: "trade",
  family: "coded",
  tag: "Orders",
  summary: "Place a market order",
  description: "Buys or sells an outcome at the prices of the order book, up to `limitPrice` or " +
    "else up to the worst level that the amount needs. Whatever breaks, the order is placed at " +
    "most once: it is stored with its signature before it is sent, and its bytes are not sent " +
    "again. Where the venue has certainly refused it, because the market's rules have changed or " +
    "the balance does not cover the fee, a corrected order is made and sent instead, once.\n\n" +
    "With an `Idempotency-Key`, the same request gets the first one's answer for 24 hours, " +
    "success or failure, with the header `Idempotent-Replayed: true`. What counts is what the " +
    "request means, not how it is spelled. The same key with another request is 409, and so is " +
    "the same key while the first request is in progress, with `Retry-After`. Requests that were " +
    "refused before anything was sent do not use the key up. A refusal that the key keeps says " +
    "that it is settled, and has no `Retry-After`, even as 503: to try again, send a new " +
    "key.\n\n" +
    "503 with the order's hash in the hint: it was sent, and its outcome is not known " +
    "yet. The service finds it out in the background; ask again with the same key. An order " +
    "that never reached the venue ends as 400 and is not sent late.\n\n" +
    "With `dryRun` nothing is signed, stored or sent, and only the form of the key is " +
    "checked. The answer is the quote, the fee by the flat formula, and the order as it would be " +
    "signed.",
  parameters: [IDEMPOTENCY_KEY_PARAMETER],
  body: {
    description: "What to trade, and from which wallet",
    schema: OrderBodyWire,
    example: {
      walletId: WALLET_ID_EXAMPLE,
      slug: SLUG_EXAMPLE,
      outcome: "Up",
      side: "BUY",
      amount: 25,
      limitPrice: 0.9,
    },
    liveExamples: { walletId: "walletId", slug: "marketSlug" },
  },
  responses: {
    200: {
      description: "The order is at the venue; or, with `dryRun`, what it would be",
      schema: Type.Union([PlacedOrderBody, OrderPreviewBody]),
      example: PLACED_EXAMPLE,
    },
    400: {
      description: "The request cannot be used, the market does not trade, its order book has " +
        "too little, or the venue refused the order, in its own words",
    },
    403: {
      description: "The API key lacks the scope `trade`; the wallet is not one of your " +
        "account's, is not provisioned, lacks an approval that this market and side need, or " +
        "would exceed its own limit",
    },
    404: { description: "The venue lists no such market, or the market has no such outcome" },
    409: { description: "The `Idempotency-Key` belongs to another request, or is in use" },
    503: {
      description: "Nothing was placed because the venue, the store or the key to the wallets is " +
        "unavailable; or it is not known yet whether the order was placed: the hint has its " +
        "hash. Without `Retry-After`, repeating the request does not help",
    },
  },
  handle: answer,
});
