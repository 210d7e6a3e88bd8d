/**
 * Orders: placed, previewed, listed, replaced and canceled, and what a wallet has.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import type { Effect } from "effect";
import { Elysia } from "elysia";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate, HandlerCall } from "../edge/gate.ts";
import { IDEMPOTENCY_KEY, IdempotencyKey } from "../edge/request/idempotency_key.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { strict } from "../wire/kind.ts";
import { Fills, fillsOf, FillsQuestion } from "./fills.ts";
import { BatchAnswer, limitBatch } from "./limit_batch.ts";
import { BatchBody, LimitBody } from "./limit_body.ts";
import { ReplaceAnswer, ReplaceBody, replaceLimit } from "./limit_replace.ts";
import { cancelOne, OneOrder, ShownOrder, showOne } from "./one_order.ts";
import { OrderBody } from "./order_body.ts";
import {
  CANCEL_ONE,
  CANCEL_OPEN,
  LIST_FILLS,
  LIST_OPEN,
  LIST_SENT,
  PLACE_BATCH,
  PLACE_LIMIT,
  PLACE_MARKET,
  PLACE_REFUSALS,
  REPLACE,
  SET_GUARD,
  SHOW_GUARD,
  SHOW_ONE,
  WALLET_BALANCE,
} from "./order_document.ts";
import { listSent, OrderHistory } from "./order_history.ts";
import { CancelledOrders, cancelOpen, listOpen, OpenOrders } from "./orders_open.ts";
import { type Asker, LimitAnswer, limitOrder, marketOrder, OrderAnswer } from "./orders_place.ts";
import { balanceOf, WalletBalance } from "./wallet_balance.ts";
import { armGuard, GuardAnswer, GuardBody, guardOf, GuardState } from "./wallet_guard.ts";
import { CancelQuestion, HistoryQuestion, OpenQuestion, WalletQuestion } from "./wire_question.ts";

const AT_VENUE = {
  403: "The API key lacks the scope; the wallet is not one of your account's or is not " +
    "provisioned, or the venue refuses it",
  503: "The venue, the store or the key to the wallets is unavailable",
} as const;

const IN_STORE = {
  403: "The API key lacks the scope, or the wallet is not one of your account's",
  503: "The store is unavailable",
} as const;

const NO_ORDER = "The wallet has no order with that hash";

/** What the routes need of the world. */
export type OrderPorts = Effect.Services<
  ReturnType<
    | typeof marketOrder
    | typeof limitOrder
    | typeof limitBatch
    | typeof replaceLimit
    | typeof showOne
    | typeof cancelOne
    | typeof listOpen
    | typeof cancelOpen
    | typeof listSent
    | typeof fillsOf
    | typeof balanceOf
    | typeof guardOf
    | typeof armGuard
  >
>;

const HEADERS = strict({ [IDEMPOTENCY_KEY]: Type.Optional(IdempotencyKey) });

/** The routes. */
export function orders<Ports>(gate: Gate<Ports | OrderPorts>) {
  return new Elysia({ name: "orders", prefix: "/api/v1", tags: ["Orders"] })
    .use(edge(gate, "coded"))
    .post(
      "/simpleOrders/easyMarketOrder",
      ({ body, call, answerHolder }) =>
        answerHolder(({ account }) => marketOrder(body, askerOf(account.id, call))),
      {
        access: "trade",
        tellsReason: true,
        headers: HEADERS,
        body: OrderBody,
        response: answers("coded", { 200: OrderAnswer, ...PLACE_REFUSALS }),
        detail: PLACE_MARKET,
      },
    )
    .post(
      "/orders",
      ({ body, call, answerHolder }) =>
        answerHolder(({ account }) => limitOrder(body, askerOf(account.id, call))),
      {
        access: "trade",
        tellsReason: true,
        headers: HEADERS,
        body: LimitBody,
        response: answers("coded", { 200: LimitAnswer, ...PLACE_REFUSALS }),
        detail: PLACE_LIMIT,
      },
    )
    .post(
      "/orders/batch",
      ({ body, call, answerHolder }) =>
        answerHolder(({ account }) => limitBatch(body, askerOf(account.id, call))),
      {
        access: "trade",
        tellsReason: true,
        body: BatchBody,
        response: answers("coded", { 200: BatchAnswer, ...AT_VENUE }),
        detail: PLACE_BATCH,
      },
    )
    .post(
      "/orders/:orderId/replace",
      ({ body, params, call, answerHolder }) =>
        answerHolder(({ account }) =>
          replaceLimit(body, { ...askerOf(account.id, call), orderId: params.orderId })
        ),
      {
        access: "trade",
        tellsReason: true,
        params: OneOrder,
        headers: strict({ [IDEMPOTENCY_KEY]: IdempotencyKey }),
        body: ReplaceBody,
        response: answers("coded", { 200: ReplaceAnswer, ...PLACE_REFUSALS }),
        detail: REPLACE,
      },
    )
    .get(
      "/orders",
      ({ query, answerHolder }) => answerHolder(({ account }) => listOpen(query, account.id)),
      {
        access: "read",
        query: OpenQuestion,
        response: answers("coded", { 200: OpenOrders, ...AT_VENUE }),
        detail: LIST_OPEN,
      },
    )
    .delete(
      "/orders",
      ({ query, call: { request }, answerHolder }) =>
        answerHolder(({ account }) => cancelOpen(query, { accountId: account.id, request })),
      {
        access: "trade",
        query: CancelQuestion,
        response: answers("coded", { 200: CancelledOrders, ...AT_VENUE }),
        detail: CANCEL_OPEN,
      },
    )
    .get(
      "/orders/:orderId",
      ({ params, query: { walletId }, answerHolder }) =>
        answerHolder(({ account }) => showOne({ ...params, walletId, accountId: account.id })),
      {
        access: "read",
        params: OneOrder,
        query: WalletQuestion,
        response: answers("coded", { 200: ShownOrder, 404: NO_ORDER, ...IN_STORE }),
        detail: SHOW_ONE,
      },
    )
    .delete(
      "/orders/:orderId",
      ({ params, query: { walletId }, answerHolder }) =>
        answerHolder(({ account }) => cancelOne({ ...params, walletId, accountId: account.id })),
      {
        access: "trade",
        params: OneOrder,
        query: WalletQuestion,
        response: answers("coded", { 200: CancelledOrders, 404: NO_ORDER, ...AT_VENUE }),
        detail: CANCEL_ONE,
      },
    )
    .get(
      "/orders/history",
      ({ query, call: { nowMs }, answerHolder }) =>
        answerHolder(({ account }) => listSent(query, { accountId: account.id, nowMs })),
      {
        access: "read",
        needsNoProvider: true,
        query: HistoryQuestion,
        response: answers("coded", { 200: OrderHistory, ...IN_STORE }),
        detail: LIST_SENT,
      },
    )
    .get(
      "/fills",
      ({ query, call: { nowMs }, answerHolder }) =>
        answerHolder(({ account }) => fillsOf(query, { accountId: account.id, nowMs })),
      {
        access: "read",
        needsNoProvider: true,
        query: FillsQuestion,
        response: answers("coded", { 200: Fills, ...IN_STORE }),
        detail: LIST_FILLS,
      },
    )
    .get(
      "/wallets/balance",
      ({ query, call: { requestId, ownCommand }, answerHolder }) =>
        answerHolder(({ account }) =>
          balanceOf(query, { accountId: account.id, requestId, ownCommand })
        ),
      {
        access: "read",
        query: WalletQuestion,
        response: answers("coded", { 200: WalletBalance, ...IN_STORE }),
        detail: WALLET_BALANCE,
      },
    )
    .get(
      "/wallets/guard",
      ({ query: { walletId }, answerHolder }) =>
        answerHolder(({ account }) => guardOf({ walletId, accountId: account.id })),
      {
        access: "read",
        needsNoProvider: true,
        query: WalletQuestion,
        response: answers("coded", { 200: GuardState, ...IN_STORE }),
        detail: SHOW_GUARD,
      },
    )
    .put(
      "/wallets/guard",
      ({ query: { walletId }, body, answerHolder }) =>
        answerHolder(({ account }) => armGuard(body, { walletId, accountId: account.id })),
      {
        access: "trade",
        query: WalletQuestion,
        body: GuardBody,
        response: answers("coded", {
          200: GuardAnswer,
          ...IN_STORE,
          403:
            "The API key lacks the scope, or the wallet is not one of your account's or is not " +
            "provisioned",
        }),
        detail: SET_GUARD,
      },
    )
    .use(otherMethods);
}

function askerOf(
  accountId: string,
  { request: { headers }, nowMs, ownCommand }: HandlerCall,
): Asker {
  return { accountId, headers, nowMs, ownCommand };
}
