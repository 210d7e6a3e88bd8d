/**
 * Market orders: placed, previewed, listed and cancelled, and what a wallet has.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import type { Effect } from "effect";
import { Elysia } from "elysia";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate } from "../edge/gate.ts";
import { IDEMPOTENCY_KEY, IdempotencyKey } from "../edge/request/idempotency_key.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { strict } from "../wire/kind.ts";
import { OrderBody } from "./order_body.ts";
import { listSent, OrderHistory } from "./order_history.ts";
import { CancelledOrders, cancelOpen, listOpen, OpenOrders } from "./orders_open.ts";
import { marketOrder, OrderAnswer } from "./orders_place.ts";
import { balanceOf, WalletBalance } from "./wallet_balance.ts";
import { CancelQuestion, HistoryQuestion, OpenQuestion, WalletQuestion } from "./wire_question.ts";

const PLACING = "Buys or sells an outcome at the prices of the order book, up to `limitPrice` or " +
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
  "signed.";

const AT_VENUE = {
  403: "The API key lacks the scope; the wallet is not one of your account's or is not " +
    "provisioned, or the venue refuses it",
  503: "The venue, the store or the key to the wallets is unavailable",
} as const;

const IN_STORE = {
  403: "The API key lacks the scope, or the wallet is not one of your account's",
  503: "The store is unavailable",
} as const;

/** What the routes need of the world. */
export type OrderPorts = Effect.Services<
  ReturnType<
    | typeof marketOrder
    | typeof listOpen
    | typeof cancelOpen
    | typeof listSent
    | typeof balanceOf
  >
>;

/** The routes. */
export function orders<Ports>(gate: Gate<Ports | OrderPorts>) {
  return new Elysia({ name: "orders", prefix: "/api/v1", tags: ["Orders"] })
    .use(edge(gate, "coded"))
    .post(
      "/simpleOrders/easyMarketOrder",
      ({ body, call: { request: { headers } }, answerHolder }) =>
        answerHolder(({ account }) => marketOrder(body, { accountId: account.id, headers })),
      {
        access: "trade",
        headers: strict({ [IDEMPOTENCY_KEY]: Type.Optional(IdempotencyKey) }),
        body: OrderBody,
        response: answers("coded", {
          200: OrderAnswer,
          400: "The request cannot be used, the market does not trade, its order book has too " +
            "little, or the venue refused the order, in its own words",
          403: "The API key lacks the scope `trade`; the wallet is not one of your account's, is " +
            "not provisioned, lacks an approval that this market and side need, or would exceed " +
            "its own limit",
          404: "The venue lists no such market, or the market has no such outcome",
          409: "The `Idempotency-Key` belongs to another request, or is in use",
          503: "Nothing was placed because the venue, the store or the key to the wallets is " +
            "unavailable; or it is not known yet whether the order was placed: the hint has its " +
            "hash. Without `Retry-After`, repeating the request does not help",
        }),
        detail: {
          operationId: "placeMarketOrder",
          summary: "Place a market order",
          description: PLACING,
        },
      },
    )
    .get(
      "/orders",
      ({ query, answerHolder }) => answerHolder(({ account }) => listOpen(query, account.id)),
      {
        access: "read",
        query: OpenQuestion,
        response: answers("coded", { 200: OpenOrders, ...AT_VENUE }),
        detail: {
          operationId: "listOpenOrders",
          summary: "Open orders of a wallet",
          description: "The orders that rest in the venue's order books, in the venue's own " +
            "pages. Filters may be combined. `id` names one order and goes with no other filter: " +
            "its list is empty where the wallet has no such order, or the venue no longer.",
        },
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
        detail: {
          operationId: "cancelOrders",
          summary: "Cancel open orders of a wallet",
          description: "Cancels all open orders of the wallet, or those in one market, for one " +
            "outcome, or both. A filter that is empty or cannot be read is 400 and cancels " +
            "nothing; so is a body, as filters are sent in the query. Cancelling works while no " +
            "orders are taken.",
        },
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
        detail: {
          operationId: "listOrderHistory",
          summary: "Orders of a wallet, and what became of them",
          description: "Every order that the wallet has sent through this service, newest first, " +
            "as it was stored: the venue is not asked. It also works for a wallet that cannot " +
            "trade any more. An order that is `sent` or `unknown` is reconciled in the " +
            "background, and so are the amounts of one that is `matched` and has none yet.",
        },
      },
    )
    .get(
      "/wallets/balance",
      ({ query, call: { requestId }, answerHolder }) =>
        answerHolder(({ account }) => balanceOf(query, { accountId: account.id, requestId })),
      {
        access: "read",
        query: WalletQuestion,
        response: answers("coded", { 200: WalletBalance, ...IN_STORE }),
        detail: {
          operationId: "getWalletBalance",
          summary: "Balance and spending of a wallet",
          description: "What the venue says that the wallet has, up to 3 s ago (`balance_at`), " +
            "and what the wallet has spent of its limit for this UTC day, which is up to date. " +
            "Without an answer of the venue, or without the key to the wallets, `balance_usdc` " +
            "is null and `balance_error` says why; the rest holds. Approvals are listed by " +
            "`GET /api/v1/account`.",
        },
      },
    )
    .use(otherMethods);
}
