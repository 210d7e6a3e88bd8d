/**
 * Requests a wallet's orders and trades from the order book.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import type { OrderFilter } from "../../../core/port/order_venue.ts";
import { type Asking, type ClobCall, keyed } from "./call.ts";
import { ObjectPayload, OrdersPayload, type TradePayload, TradesPayload } from "./order_payload.ts";
import { clobFailed } from "./http_failure.ts";
import type { ApiKeyHolder } from "./l2_auth.ts";

/** The cursor after the last page: "-1" in base64. */
const END_CURSOR = "LTE=";
/** More pages than any wallet fills with trades while an order rests. */
const PAGES_MAX = 100;

/** A JSON object in the venue's own names. */
export type OrderObject = typeof ObjectPayload.Type;

/** A page of orders. `nextCursor` is the venue's cursor; none on the last page. */
export interface OrderObjects {
  readonly orders: ReadonlyArray<OrderObject>;
  readonly nextCursor: Option.Option<string>;
}

/**
 * Selects a wallet's trades since an instant: all, or those of a market by the venue's own id. Not
 * by token: the venue takes that for the token of the trade's taker, and an order that rests may
 * meet one for the other outcome.
 */
export interface TradeQuery {
  readonly funder: string;
  readonly afterSec: number;
  readonly market?: string;
}

/** Calls about orders, one method per endpoint. */
export interface ClobOrders {
  readonly page: (
    holder: ApiKeyHolder,
    question: { readonly filter: OrderFilter; readonly cursor: Option.Option<string> },
  ) => Asking<OrderObjects>;
  /** Returns none for an order that the venue does not have, or no longer has. */
  readonly order: (holder: ApiKeyHolder, orderId: string) => Asking<Option.Option<OrderObject>>;
  /** Returns the trades of all pages. */
  readonly trades: (
    holder: ApiKeyHolder,
    question: TradeQuery,
  ) => Asking<ReadonlyArray<TradePayload>>;
}

/** Makes the calls. */
export function makeClobOrders({ ask, read }: ClobCall): ClobOrders {
  const tradePage = (
    holder: ApiKeyHolder,
    { question, cursor }: { readonly question: TradeQuery; readonly cursor: string },
  ) =>
    read(
      keyed(holder, {
        path: "/data/trades",
        query: {
          maker_address: question.funder,
          after: String(question.afterSec),
          ...(question.market === undefined ? {} : { market: question.market }),
          ...(cursor === "" ? {} : { next_cursor: cursor }),
        },
        wanted: TRADES,
      }),
      TradesPayload,
    );

  return {
    page: (holder, { filter, cursor }) => {
      const query = {
        ...queryOf(filter),
        ...Option.match(cursor, { onNone: () => ({}), onSome: (next_cursor) => ({ next_cursor }) }),
      };
      const question = keyed(holder, { path: "/data/orders", query, wanted: "the open orders" });
      return Effect.map(read(question, OrdersPayload), ({ data, next_cursor }) => ({
        orders: (data ?? []).map(withoutOwner),
        nextCursor: Option.filter(Option.some(next_cursor ?? ""), isMore),
      }));
    },
    order: (holder, orderId) => {
      const path = `/data/order/${encodeURIComponent(orderId)}`;
      const wanted = `the order ${orderId}`;
      return ask(keyed(holder, { path, wanted })).pipe(
        Effect.flatMap(({ text }) => {
          const order = text.trim() === "" ? Option.some(null) : decodeOrder(text);
          return Option.isSome(order)
            ? Effect.succeed(Option.map(notEmpty(order.value), withoutOwner))
            : Effect.fail(
              clobFailed({ wanted }, { reason: "unreadable", because: "it is no order" }),
            );
        }),
        Effect.catchIf(
          (failure) => failure._tag === "ClobRefusal" && failure.status === 404,
          () => Effect.succeed(Option.none()),
        ),
      );
    },
    trades: Effect.fnUntraced(function* (holder, question) {
      const trades: Array<TradePayload> = [];
      let cursor = "";
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const { data, next_cursor } = yield* tradePage(holder, { question, cursor });
        trades.push(...(data ?? []));
        cursor = next_cursor ?? "";
        if (!isMore(cursor)) return trades;
      }
      const because = `more than ${PAGES_MAX} pages`;
      return yield* clobFailed({ wanted: TRADES }, { reason: "unreadable", because });
    }),
  };
}

const TRADES = "the wallet's trades";

const decodeOrder = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.NullOr(ObjectPayload)),
);

function isMore(cursor: string): boolean {
  return cursor !== "" && cursor !== END_CURSOR;
}

/** The venue answers for a closed order with null, or with an object of empty values. */
function notEmpty(order: OrderObject | null): Option.Option<OrderObject> {
  return Option.filter(
    Option.fromNullishOr(order),
    (fields) => Object.values(fields).some((value) => value !== null && value !== ""),
  );
}

function withoutOwner({ owner: _, ...order }: OrderObject): OrderObject {
  return order;
}

/** Returns a filter in the venue's names. */
export function queryOf({ conditionId, tokenId }: OrderFilter): Record<string, string> {
  return {
    ...Option.match(conditionId, { onNone: () => ({}), onSome: (market) => ({ market }) }),
    ...Option.match(tokenId, { onNone: () => ({}), onSome: (asset_id) => ({ asset_id }) }),
  };
}
