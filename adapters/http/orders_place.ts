/**
 * `POST /api/v1/simpleOrders/easyMarketOrder`: a market order by slug and name of outcome.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option } from "effect";
import { MachineTime, placeOrder, previewOrder, Venue } from "../../core/use_case/mod.ts";
import { type Answer } from "./answer.ts";
import {
  IDEMPOTENCY_KEY_PARAMETER,
  readIdempotencyKey,
  REPLAYED_HEADER,
} from "./idempotency_key.ts";
import { type OrderBody, orderSha256, readOrderBody } from "./order_body.ts";
import { ORDER_ID_EXAMPLE, WALLET_ID_EXAMPLE } from "./order_parameters.ts";
import { Refused } from "./refusal.ts";
import { declareKeyedRoute, type KeyedCall } from "./route.ts";
import {
  OrderBodyWire,
  OrderPreviewBody,
  orderPreviewBody,
  PlacedOrderBody,
  placedOrderBody,
} from "./wire_order.ts";

const answer = Effect.fnUntraced(function* ({ body, holder, request }: KeyedCall) {
  const arrivedMs = yield* (yield* MachineTime).nowMs;
  const asked = yield* Effect.fromResult(readOrderBody(body, yield* Venue));
  const key = yield* Effect.fromResult(readIdempotencyKey(request.headers));
  const claim = { accountId: holder.account.id, arrivedMs };
  return asked.isDryRun ? yield* preview(asked, claim) : yield* place(asked, { ...claim, key });
});

interface Claim {
  readonly accountId: string;
  readonly arrivedMs: number;
}

const place = Effect.fnUntraced(function* (
  { walletId, wish }: OrderBody,
  { accountId, arrivedMs, key }: Claim & { readonly key: Option.Option<string> },
) {
  const requestSha256 = orderSha256({ walletId, wish });
  const { order, isReplayed } = yield* placeOrder({
    id: Bun.randomUUIDv7(),
    accountId,
    walletId,
    idempotency: Option.map(key, (key) => ({ key, requestSha256 })),
    wish,
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
  { walletId, wish }: OrderBody,
  { accountId, arrivedMs }: Claim,
) {
  const found = yield* Effect.catchTag(
    previewOrder({ walletId, wish, accountId }),
    "FeeScheduleUnusable",
    (failure) =>
      Effect.fail(
        new Refused({
          status: 503,
          error: failure.message,
          hint: "Its fee cannot be told before; without dryRun the order can be placed",
        }),
      ),
  );
  const answer: Answer = { body: orderPreviewBody(found, yield* msSince(arrivedMs)) };
  return answer;
});

const msSince = Effect.fnUntraced(function* (arrivedMs: number) {
  return (yield* (yield* MachineTime).nowMs) - arrivedMs;
});

const EXAMPLE_TOKEN = "32338917104829164720915372648109473625184930271645839201746583920174";

/** The route. */
export const ordersPlaceRoute = declareKeyedRoute({
  method: "POST",
  path: "/api/v1/simpleOrders/easyMarketOrder",
  access: "trade",
  family: "coded",
  tag: "Orders",
  summary: "Place a market order",
  description: "Buys or sells an outcome at the prices of the order book, up to `limitPrice` or " +
    "else up to the worst level that the amount needs. Whatever breaks, the order is placed at " +
    "most once: it is stored with its signature before it is sent, and never sent again.\n\n" +
    "With an `Idempotency-Key`, the same request gets the first one's answer for 24 hours, " +
    "success or failure, with the header `Idempotent-Replayed: true`. What counts is what the " +
    "request means, not how it is spelled. The same key with another request is 409, and so is " +
    "the same key while the first request is under way, with `Retry-After`. Requests that were " +
    "refused before anything was sent do not use the key up.\n\n" +
    "503 with the order's hash in the hint: it was sent, and nobody can say yet what became of " +
    "it. This is found out in the background; ask again with the same key. An order that never " +
    "reached the venue ends as 400 and is not sent late.\n\n" +
    "With `dryRun` nothing is signed, stored or sent, and the key is not looked at beyond its " +
    "form. The answer is the quote, the fee by the flat formula, and the order as it would be " +
    "signed.",
  parameters: [IDEMPOTENCY_KEY_PARAMETER],
  body: {
    description: "What to trade, and from which wallet",
    schema: OrderBodyWire,
    example: {
      walletId: WALLET_ID_EXAMPLE,
      slug: "btc-updown-5m-1787414400",
      outcome: "Up",
      side: "BUY",
      amount: 25,
      limitPrice: 0.55,
    },
  },
  responses: {
    200: {
      description: "The order is at the venue; or, with `dryRun`, what it would be",
      schema: Type.Union([PlacedOrderBody, OrderPreviewBody]),
      example: {
        ok: true,
        orderId: ORDER_ID_EXAMPLE,
        status: "matched",
        latencyS: 0.046,
        order: {
          slug: "btc-updown-5m-1787414400",
          outcome: "Up",
          tokenId: EXAMPLE_TOKEN,
          side: "BUY",
          amount: 25,
          negRisk: false,
        },
        filled: { shares: 46.2962, usdc: 24.999948, averagePrice: 0.54 },
      },
    },
    400: {
      description: "The request cannot be used, the market does not trade, its order book has " +
        "too little, or the venue refused the order, in its own words",
    },
    403: {
      description: "The API key lacks the scope `trade`; the wallet is not one of your " +
        "account's, is not provisioned, lacks an approval that this market and side need, or " +
        "would pass a limit of its own",
    },
    404: { description: "The venue lists no such market, or the market has no such outcome" },
    409: { description: "The `Idempotency-Key` belongs to another request, or is in use" },
    503: {
      description: "Nothing was placed, as the venue, the store or the key to the wallets cannot " +
        "be had; or nobody can say yet whether the order was placed, and the hint has its hash",
    },
  },
  handle: answer,
});
