/**
 * Replaces a limit order that rests.
 *
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Effect, Option, Result } from "effect";
import { toE6 } from "../../../core/fee/mod.ts";
import { replaceOrder } from "../../../core/use_case/order/mod.ts";
import { MachineTime } from "../../../core/use_case/time/mod.ts";
import { readNeededKey, REPLAYED_HEADER } from "../edge/request/idempotency_key.ts";
import { OrderReasonWire } from "../edge/answer/wire_error.ts";
import { nullable } from "../wire/answer.ts";
import { refuse, strict } from "../wire/kind.ts";
import { exactE6, ExactNumber } from "../wire/number.ts";
import { WALLET_ID_EXAMPLE, WalletId } from "../wire/order_id.ts";
import { words } from "../wire/text.ts";
import { Price, Size } from "./limit_body.ts";
import { newOrderId } from "./new_order_id.ts";
import { sha256Of } from "./order_body.ts";
import { LIVE_EXAMPLE } from "./order_example.ts";
import { type Asker, msSince } from "./orders_place.ts";
import { PlacedOrderBody, placedOrderBody } from "./wire_order.ts";

/** The body of a request to replace an order. */
export const ReplaceBody = strict({
  walletId: WalletId,
  price: Type.Optional(Price),
  size: Type.Optional(Size),
}, {
  description: "The new price, the new size, or both. Of the size, what the former order has " +
    "traded is taken off",
  examples: [{ walletId: WALLET_ID_EXAMPLE, price: 0.54 }],
});

const ENDS = ["filled", "below_minimum", "over"] as const;

/** The answer to a replacement. */
export const ReplaceAnswer = Type.Object({
  ok: Type.Literal(true),
  canceled: Type.Boolean({ description: "Whether the former order was canceled" }),
  filledBefore: ExactNumber({ description: "Shares that the former order had traded" }),
  order: nullable(PlacedOrderBody, { description: "The order in its place; null for none" }),
  why: nullable(Type.Union([words(ENDS), OrderReasonWire]), {
    description: "Why there is none: `filled` or `below_minimum`, by what was left of the former " +
      "order; `over`, if it had ended before; or why the new order was refused",
    examples: ["filled"],
  }),
}, {
  $id: "ReplacedOrder",
  examples: [{ ok: true, canceled: true, filledBefore: 5, order: LIVE_EXAMPLE, why: null }],
});

/** Replaces an order of an account, once for each key. */
export const replaceLimit = Effect.fnUntraced(function* (
  { walletId, price, size }: typeof ReplaceBody.static,
  { orderId, accountId, headers }: Asker & { readonly orderId: string },
) {
  const arrivedMs = yield* (yield* MachineTime).nowMs;
  const idempotencyKey = yield* Effect.fromResult(readNeededKey(headers));
  if (price === undefined && size === undefined) return yield* Effect.fromResult(NO_CHANGE);
  const [priceE6, sizeE6] = [price, size].map((each) =>
    Option.map(Option.fromUndefinedOr(each), toE6)
  );
  const terms = { priceE6: priceE6 ?? Option.none(), sizeE6: sizeE6 ?? Option.none() };
  const meaning = ["replace", walletId, orderId, ...Object.values(terms).map(textOf)];
  const { isCanceled, filledE6, placed, isReplayed } = yield* replaceOrder({
    ...terms,
    id: yield* newOrderId,
    accountId,
    walletId,
    orderId: orderId.toLowerCase(),
    arrivedMs,
    idempotency: { idempotencyKey, requestSha256: sha256Of(meaning) },
  });
  const sinceMs = yield* msSince(arrivedMs);
  const body: Static<typeof ReplaceAnswer> = {
    ok: true,
    canceled: isCanceled,
    filledBefore: exactE6(filledE6),
    order: Result.isSuccess(placed)
      ? placedOrderBody(
        placed.success,
        Option.getOrElse(placed.success.latencyMs, () => sinceMs),
      )
      : null,
    why: Result.isSuccess(placed) ? null : placed.failure,
  };
  return { body, ...(isReplayed ? { headers: REPLAYED_HEADER } : {}) };
});

function textOf(amountE6: Option.Option<bigint>): string | null {
  return Option.getOrNull(Option.map(amountE6, String));
}

const NO_CHANGE = refuse(
  { name: "a body without" },
  "price or size",
  "Send what is to change: price, size or both",
);
