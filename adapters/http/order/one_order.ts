/**
 * Shows and cancels one order by its hash.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option } from "effect";
import { cancelOrder, showOrder } from "../../../core/use_case/order/mod.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { strict } from "../wire/kind.ts";
import { ORDER_ID_EXAMPLE, OrderId } from "../wire/order_id.ts";
import { cancelledBody } from "./orders_open.ts";
import { SENT_ORDER_EXAMPLE, sentOrderBody, SentOrderWire } from "./wire_order_history.ts";

/** The path of one order. */
export const OneOrder = strict({
  orderId: OrderId({ description: "The order's hash: the `orderId` of the answer to it" }),
});

/** One order, as this service has it and as the venue does. */
export const ShownOrder = Type.Object({
  ok: Type.Literal(true),
  order: SentOrderWire,
  venue: nullable(Type.Record(Type.String(), Type.Unknown()), {
    description: "The order as the venue describes it now, without `owner`; null where it does " +
      "not know the order, or gives no answer",
    examples: [{ id: ORDER_ID_EXAMPLE, status: "LIVE", size_matched: "5" }],
  }),
  venue_at: nullable(IsoWire, {
    description: "When the venue answered; null where it did not",
    examples: ["2026-08-22T16:00:25.120Z"],
  }),
}, {
  $id: "ShownOrder",
  examples: [{
    ok: true,
    order: SENT_ORDER_EXAMPLE,
    venue: { id: ORDER_ID_EXAMPLE, status: "MATCHED", size_matched: "46.2962" },
    venue_at: "2026-08-22T16:05:00.000Z",
  }],
});

/** Whose order, and which. */
export interface NamedOrder {
  readonly walletId: string;
  readonly accountId: string;
  readonly orderId: string;
}

/** Shows an order of an account's wallet. */
export const showOne = Effect.fnUntraced(function* ({ orderId, ...claim }: NamedOrder) {
  const shown = yield* showOrder({ ...claim, orderId: orderId.toLowerCase() });
  const body: typeof ShownOrder.static = {
    ok: true,
    order: sentOrderBody(shown.order),
    venue: Option.getOrNull(Option.map(shown.venue, ({ raw }) => raw)),
    venue_at: Option.getOrNull(
      Option.map(shown.venueAtMs, (ms) => new Date(ms).toISOString()),
    ),
  };
  return { body, isCached: false };
});

/** Cancels an order of an account's wallet. */
export const cancelOne = Effect.fnUntraced(function* ({ orderId, ...claim }: NamedOrder) {
  const found = yield* cancelOrder({ ...claim, orderId: orderId.toLowerCase() });
  return { body: cancelledBody(found) };
});
