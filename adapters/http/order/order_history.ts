/**
 * `GET /api/v1/orders/history`: the orders that a wallet has sent through this service.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option, Result, Schema } from "effect";
import { LISTED_STATES } from "../../../core/order/mod.ts";
import type { OrderPosition } from "../../../core/port/mod.ts";
import { makeCursors, PAGE_LIMIT, parseLimit, parseList } from "../../../core/page/mod.ts";
import type { RequestRejected } from "../../../core/request.ts";
import { orderHistory } from "../../../core/use_case/order/mod.ts";
import { isoNow } from "../edge/iso_now.ts";
import { type Call, declareKeyedRoute } from "../edge/route.ts";
import { IsoWire } from "../wire/answer.ts";
import {
  MARKET_PARAMETER,
  readOrderFilter,
  readWalletId,
  WALLET_ID_PARAMETER,
} from "./order_parameters.ts";
import { SENT_ORDER_EXAMPLE, sentOrderBody, SentOrderWire } from "./wire_order_history.ts";

const CURSOR_EXAMPLE = "WzEsImM1YTBlZjQ0MWIyZDc3ZTAiLFsxNzg3NDE0NDIxMzA0LCIwMTliN2MxYS01ZDJlLT" +
  "cwMDAtODAwMC0zZjRlNWQ2YzdiOGEiXSwiOWQzMWI2ZmUwOGE3YzI0NSJd";

const PARAMETERS = [
  WALLET_ID_PARAMETER,
  {
    name: "state",
    in: "query",
    required: false,
    schema: Type.String(),
    description: `Only orders in these states. Comma-separated, any of ${LISTED_STATES.join(", ")}`,
    example: "unknown,refused",
  },
  MARKET_PARAMETER,
  {
    name: "limit",
    in: "query",
    required: false,
    schema: Type.Integer({
      minimum: PAGE_LIMIT.min,
      maximum: PAGE_LIMIT.max,
      default: PAGE_LIMIT.usual,
    }),
    description: "Maximum number of orders on a page",
    example: "200",
  },
  {
    name: "cursor",
    in: "query",
    required: false,
    schema: Type.String(),
    description: "`next_cursor` of the previous page, with the same filters; `limit` may differ. " +
      "Without `state`, an order appears exactly once, whatever is placed between pages",
    example: CURSOR_EXAMPLE,
  },
] as const;

const Body = Type.Object({
  ok: Type.Literal(true),
  now: IsoWire,
  data: Type.Array(SentOrderWire, { description: "Newest first" }),
  next_cursor: Type.String({ description: "For the next page; empty on the last page" }),
}, { $id: "OrderHistory" });

const Instant = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0));

const OrderId = Schema.String.check(Schema.isPattern(/^[\x21-\x7e]+$/));

/** The last order of the previous page. */
const CURSORS = makeCursors("orders", Schema.Tuple([Instant, OrderId]));

function readRequest(query: Call<typeof PARAMETERS>["query"]) {
  return Result.gen(function* () {
    const walletId = yield* readWalletId(query.walletId);
    const named = yield* parseList("state", query.state, LISTED_STATES);
    const states = named.length === 0 ? LISTED_STATES : named;
    const { conditionId } = yield* readOrderFilter({ market: query.market, asset_id: undefined });
    const limit = yield* parseLimit(query.limit);
    const filters = JSON.stringify([walletId, states, Option.getOrNull(conditionId)]);
    const after = yield* readPosition(query.cursor, filters);
    return { listing: { walletId, states, conditionId, limit, after }, filters };
  });
}

function readPosition(
  cursor: string | undefined,
  filters: string,
): Result.Result<Option.Option<OrderPosition>, RequestRejected> {
  if (cursor === undefined) return Result.succeed(Option.none());
  return Result.map(
    CURSORS.read(cursor, filters),
    ([createdMs, id]) => Option.some({ createdMs, id }),
  );
}

/** The route. */
export const orderHistoryRoute = declareKeyedRoute({
  method: "GET",
  path: "/api/v1/orders/history",
  access: "read",
  family: "coded",
  needsNoProvider: true,
  tag: "Orders",
  summary: "Orders of a wallet, and what became of them",
  description: "Every order that the wallet has sent through this service, newest first, as it " +
    "was stored: the venue is not asked. It also works for a wallet that cannot trade any more. " +
    "An order that is `sent` or `unknown` is reconciled in the background, and so are the " +
    "amounts of one that is `matched` and has none yet.",
  parameters: PARAMETERS,
  responses: {
    200: {
      description: "A page of orders",
      schema: Body,
      example: {
        ok: true,
        now: "2026-08-22T16:05:00.000Z",
        data: [SENT_ORDER_EXAMPLE],
        next_cursor: CURSOR_EXAMPLE,
      },
    },
    403: {
      description: "The API key lacks the scope, or the wallet is not one of your account's",
    },
    503: { description: "The store is unavailable" },
  },
  handle: Effect.fnUntraced(function* ({ query, holder, nowMs }) {
    const { listing, filters } = yield* Effect.fromResult(readRequest(query));
    const { orders, next } = yield* orderHistory({ ...listing, accountId: holder.account.id });
    const next_cursor = Option.match(next, {
      onNone: () => "",
      onSome: ({ createdMs, id }) => CURSORS.write([createdMs, id], filters),
    });
    const now = isoNow(nowMs);
    return {
      body: { ok: true, now, data: orders.map(sentOrderBody), next_cursor },
      isCached: true,
    };
  }),
});
