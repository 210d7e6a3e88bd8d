/**
 * The orders that a wallet has sent through this service.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option, Schema } from "effect";
import { LISTED_STATES } from "../../../core/order/mod.ts";
import { makeCursors, PAGE_LIMIT } from "../../../core/page/mod.ts";
import { orderHistory } from "../../../core/use_case/order/mod.ts";
import { isoNow } from "../edge/answer/iso_now.ts";
import { IsoWire } from "../wire/answer.ts";
import { CURSOR_EXAMPLE, type HistoryQuestion } from "./wire_question.ts";
import { SENT_ORDER_EXAMPLE, sentOrderBody, SentOrderWire } from "./wire_order_history.ts";

/** A page of the history. */
export const OrderHistory = Type.Object({
  ok: Type.Literal(true),
  now: IsoWire,
  data: Type.Array(SentOrderWire, { description: "Newest first" }),
  next_cursor: Type.String({ description: "For the next page; empty on the last page" }),
}, {
  $id: "OrderHistory",
  description: "A page of orders",
  examples: [{
    ok: true,
    now: "2026-08-22T16:05:00.000Z",
    data: [SENT_ORDER_EXAMPLE],
    next_cursor: CURSOR_EXAMPLE,
  }],
});

const Instant = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0));

const OrderId = Schema.String.check(Schema.isPattern(/^[\x21-\x7e]+$/));

/** The last order of the previous page. */
const CURSORS = makeCursors("orders", Schema.Tuple([Instant, OrderId]));

/** Lists the orders of an account's wallet. */
export const listSent = Effect.fnUntraced(function* (
  { walletId, state: states = LISTED_STATES, market, limit, cursor }: typeof HistoryQuestion.static,
  { accountId, nowMs }: { readonly accountId: string; readonly nowMs: number },
) {
  const filters = JSON.stringify([walletId, states, market ?? null]);
  const position = cursor === undefined
    ? undefined
    : yield* Effect.fromResult(CURSORS.read(cursor, filters));
  const { orders, next } = yield* orderHistory({
    walletId,
    accountId,
    states,
    conditionId: Option.fromNullishOr(market),
    limit: limit ?? PAGE_LIMIT.usual,
    after: Option.map(Option.fromNullishOr(position), ([createdMs, id]) => ({ createdMs, id })),
  });
  const body: typeof OrderHistory.static = {
    ok: true,
    now: isoNow(nowMs),
    data: orders.map(sentOrderBody),
    next_cursor: Option.match(next, {
      onNone: () => "",
      onSome: ({ createdMs, id }) => CURSORS.write([createdMs, id], filters),
    }),
  };
  return { body, isCached: true };
});
