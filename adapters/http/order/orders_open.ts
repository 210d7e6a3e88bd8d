/**
 * `GET` and `DELETE /api/v1/orders`: lists and cancels a wallet's open orders.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option, Result } from "effect";
import { RequestRejected } from "../../../core/request.ts";
import { cancelOrders, openOrders } from "../../../core/use_case/order/mod.ts";
import {
  ASSET_ID_PARAMETER,
  CURSOR_PARAMETER,
  MARKET_PARAMETER,
  ORDER_ID_EXAMPLE,
  ORDER_ID_PARAMETER,
  readCursor,
  readOrderFilter,
  readOrderId,
  readWalletId,
  WALLET_ID_PARAMETER,
} from "./order_parameters.ts";
import { Refused } from "../edge/refusal.ts";
import { declareKeyedRoute } from "../edge/route.ts";

const PATH = "/api/v1/orders";

const ERRORS = {
  403: {
    description: "The API key lacks the scope; the wallet is not one of your account's or is " +
      "not provisioned, or the venue refuses it",
  },
  503: { description: "The venue, the store or the key to the wallets is unavailable" },
} as const;

const OrderListBody = Type.Object({
  ok: Type.Literal(true),
  data: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    description: "Orders as the venue describes them, without `owner`",
  }),
  next_cursor: Type.String({ description: "For the next page; empty on the last page" }),
}, { $id: "OpenOrders" });

/** The route that lists open orders. */
export const ordersListRoute = declareKeyedRoute({
  method: "GET",
  path: PATH,
  access: "read",
  family: "coded",
  tag: "Orders",
  summary: "Open orders of a wallet",
  description: "The orders that rest in the venue's order books, in the venue's own pages. " +
    "Filters may be combined. `id` names one order and goes with no other filter: its list is " +
    "empty where the wallet has no such order, or the venue no longer.",
  parameters: [
    WALLET_ID_PARAMETER,
    MARKET_PARAMETER,
    ASSET_ID_PARAMETER,
    ORDER_ID_PARAMETER,
    CURSOR_PARAMETER,
  ],
  responses: {
    200: {
      description: "A page of orders",
      schema: OrderListBody,
      example: {
        ok: true,
        data: [{
          id: ORDER_ID_EXAMPLE,
          status: "LIVE",
          maker_address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
          market: MARKET_PARAMETER.example,
          asset_id: ASSET_ID_PARAMETER.example,
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
      },
    },
    ...ERRORS,
  },
  handle: Effect.fnUntraced(function* ({ query, holder }) {
    const walletId = yield* Effect.fromResult(readWalletId(query.walletId));
    const filter = yield* Effect.fromResult(readOrderFilter(query));
    const orderId = yield* Effect.fromResult(readOrderId(query.id));
    const cursor = yield* Effect.fromResult(readCursor(query.cursor));
    yield* Effect.fromResult(checkAlone(query));
    const accountId = holder.account.id;
    const page = yield* openOrders({ walletId, accountId, filter, orderId, cursor });
    const next_cursor = Option.getOrElse(page.nextCursor, () => "");
    return {
      body: { ok: true, data: page.orders.map(({ raw }) => raw), next_cursor },
      isCached: false,
    };
  }),
});

/** Refuses `id` with other filters: a hash names one order, so the request would be ambiguous. */
function checkAlone(query: {
  readonly id: string | undefined;
  readonly market: string | undefined;
  readonly asset_id: string | undefined;
  readonly cursor: string | undefined;
}): Result.Result<void, RequestRejected> {
  const { id, market, asset_id, cursor } = query;
  if (id === undefined || (market ?? asset_id ?? cursor) === undefined) return Result.void;
  return Result.fail(
    new RequestRejected({
      parameter: "id",
      received: id,
      hint: "Send id without market, asset_id and cursor: it names one order",
    }),
  );
}

const CancelledBody = Type.Object({
  ok: Type.Literal(true),
  canceled: Type.Array(Type.String(), { description: "Hashes of the orders that are gone" }),
  not_canceled: Type.Record(Type.String(), Type.String(), {
    description: "The venue's reason, by the order's hash",
  }),
}, { $id: "CancelledOrders" });

/** The route that cancels open orders. */
export const ordersCancelRoute = declareKeyedRoute({
  method: "DELETE",
  path: PATH,
  access: "trade",
  family: "coded",
  tag: "Orders",
  summary: "Cancel open orders of a wallet",
  description: "Cancels all open orders of the wallet, or those in one market, for one outcome, " +
    "or both. A filter that is empty or cannot be read is 400 and cancels nothing; so is a body, " +
    "as filters are sent in the query. Cancelling works while no orders are taken.",
  parameters: [WALLET_ID_PARAMETER, MARKET_PARAMETER, ASSET_ID_PARAMETER],
  responses: {
    200: {
      description: "What was cancelled and what was not",
      schema: CancelledBody,
      example: {
        ok: true,
        canceled: [ORDER_ID_EXAMPLE],
        not_canceled: {
          [MARKET_PARAMETER.example]: "already canceled or matched",
        },
      },
    },
    ...ERRORS,
  },
  handle: Effect.fnUntraced(function* ({ query, holder, request }) {
    // A filter in the body would be ignored, and everything cancelled.
    if (request.body !== null) return yield* WITH_BODY;
    const walletId = yield* Effect.fromResult(readWalletId(query.walletId));
    const filter = yield* Effect.fromResult(readOrderFilter(query));
    const accountId = holder.account.id;
    const { cancelled, kept } = yield* cancelOrders({ walletId, accountId, filter });
    return { body: { ok: true, canceled: cancelled, not_canceled: Object.fromEntries(kept) } };
  }),
});

const WITH_BODY = new Refused({
  status: 400,
  error: "Cannot use a body here: nothing was cancelled",
  hint: "Send walletId, market and asset_id in the query",
});
