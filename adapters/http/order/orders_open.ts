/**
 * Lists and cancels a wallet's open orders.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option, Result } from "effect";
import type { RequestRejected } from "../../../core/request.ts";
import type { Cancelled } from "../../../core/port/order_venue.ts";
import { cancelOrders, openOrders } from "../../../core/use_case/order/mod.ts";
import { Refused } from "../edge/answer/refusal.ts";
import { asItIs } from "../wire/answer.ts";
import { refuse } from "../wire/kind.ts";
import { CONDITION_ID_EXAMPLE, ORDER_ID_EXAMPLE, TOKEN_ID_EXAMPLE } from "../wire/order_id.ts";
import type { CancelQuestion, OpenQuestion } from "./wire_question.ts";

/** A page of open orders. */
export const OpenOrders = Type.Object({
  ok: Type.Literal(true),
  data: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    description: "Orders as the venue describes them, without `owner`",
  }),
  next_cursor: Type.String({ description: "For the next page; empty on the last page" }),
}, {
  $id: "OpenOrders",
  description: "A page of orders",
  examples: [{
    ok: true,
    data: [{
      id: ORDER_ID_EXAMPLE,
      status: "LIVE",
      maker_address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
      market: CONDITION_ID_EXAMPLE,
      asset_id: TOKEN_ID_EXAMPLE,
      side: "BUY",
      original_size: "200.0000",
      size_matched: "0",
      price: "0.45",
      outcome: "Up",
      expiration: "0",
      order_type: "GTC",
      associate_trades: [],
      created_at: 1787414460,
    }],
    next_cursor: "MTAw",
  }],
});

/** Lists open orders of an account's wallet. */
export const listOpen = Effect.fnUntraced(
  function* (question: typeof OpenQuestion.static, accountId: string) {
    yield* Effect.fromResult(checkAlone(question));
    const { walletId, id, cursor } = question;
    const page = yield* openOrders({
      walletId,
      accountId,
      filter: filterOf(question),
      // The venue finds nothing by any other spelling.
      orderId: Option.map(Option.fromNullishOr(id), (id) => id.toLowerCase()),
      cursor: Option.fromNullishOr(cursor),
    });
    const body: typeof OpenOrders.static = {
      ok: true,
      data: page.orders.map(({ raw }) => raw),
      next_cursor: Option.getOrElse(page.nextCursor, () => ""),
    };
    return { body, isCached: false };
  },
);

/** Refuses `id` with other filters: a hash names one order, so the request would be ambiguous. */
function checkAlone(
  { id, market, asset_id, cursor }: typeof OpenQuestion.static,
): Result.Result<void, RequestRejected> {
  if (id === undefined || (market ?? asset_id ?? cursor) === undefined) return Result.void;
  const hint = "Send id without market, asset_id and cursor: it names one order";
  return refuse({ name: "id" }, id, hint);
}

function filterOf({ market, asset_id }: typeof CancelQuestion.static) {
  return {
    conditionId: Option.fromNullishOr(market),
    tokenId: Option.fromNullishOr(asset_id),
  };
}

/** What was cancelled. */
export const CancelledOrders = Type.Object({
  ok: Type.Literal(true),
  canceled: Type.Array(Type.String(), { description: "Hashes of the orders that are gone" }),
  not_canceled: Type.Record(Type.String(), Type.String(), {
    description: "The venue's reason, or the state of an order that is over, by the order's hash",
  }),
}, {
  $id: "CancelledOrders",
  description: "What was cancelled and what was not",
  examples: [{
    ok: true,
    canceled: [ORDER_ID_EXAMPLE],
    not_canceled: { [CONDITION_ID_EXAMPLE]: "already canceled or matched" },
  }],
});

/** Cancels open orders of an account's wallet. */
export const cancelOpen = Effect.fnUntraced(function* (
  question: typeof CancelQuestion.static,
  { accountId, request }: { readonly accountId: string; readonly request: Request },
) {
  // A filter in the body would be ignored, and everything cancelled.
  if (request.body !== null) return yield* WITH_BODY;
  const { walletId } = question;
  const found = yield* cancelOrders({ walletId, accountId, filter: filterOf(question) });
  return { body: cancelledBody(found) };
});

/** Returns what was cancelled. */
export function cancelledBody({ cancelled, kept }: Cancelled): typeof CancelledOrders.static {
  return { ok: true, canceled: asItIs(cancelled), not_canceled: Object.fromEntries(kept) };
}

const WITH_BODY = new Refused({
  status: 400,
  error: "Cannot use a body here: nothing was cancelled",
  hint: "Send walletId, market and asset_id in the query",
});
