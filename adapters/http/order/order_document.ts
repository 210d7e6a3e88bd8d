/**
 * What the document says of the order routes.
 *
 * @module
 */

const AT_MOST_ONCE = "Whatever breaks, an order is placed at most once";

const ONCE = `${AT_MOST_ONCE}: it is stored with its signature before it is sent, and its bytes ` +
  "are not sent again. Where the venue has certainly refused it, because the market's rules have " +
  "changed or the balance does not cover the fee, a corrected order is made and sent instead, " +
  "once.\n\n" +
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

/** `POST /api/v1/simpleOrders/easyMarketOrder` */
export const PLACE_MARKET = {
  operationId: "placeMarketOrder",
  summary: "Place a market order",
  description: "Buys or sells an outcome at the prices of the order book, up to `limitPrice` or " +
    `else up to the worst level that the amount needs. ${ONCE}`,
};

/** `POST /api/v1/orders` */
export const PLACE_LIMIT = {
  operationId: "placeLimitOrder",
  summary: "Place a limit order",
  description: "Buys or sells `size` shares of an outcome at `price` or better. What does not " +
    "trade at once rests in the book: until it is filled or canceled (GTC), until `expiresAt` " +
    "(GTD), or until this service cancels it after `lifeS`, which it also does after a restart. " +
    `${AT_MOST_ONCE}; the key, \`dryRun\` and 503 are as those of \`placeMarketOrder\`.`,
};

/** `POST /api/v1/orders/batch` */
export const PLACE_BATCH = {
  operationId: "placeOrderBatch",
  summary: "Place several limit orders at once",
  description: "Sends all orders in one call of the venue. Each is placed at most once under its " +
    "own `idempotencyKey`, and has its own result: one that fails says nothing about the others. " +
    "The same batch again gives the result of each.",
};

/** `POST /api/v1/orders/{orderId}/replace` */
export const REPLACE = {
  operationId: "replaceOrder",
  summary: "Replace a limit order",
  description: "Cancels the order, waits until it is certainly gone, and places what is left of " +
    "it by the new terms, once: never are two orders at rest. The order type, `expiresAt`, " +
    "`postOnly` and `lifeS` are those of the former order; its life begins anew. New terms that " +
    "the market does not take are refused before anything is canceled. 503: it is not known yet " +
    "whether the former order is gone; the same key goes on where it stood.",
};

/** `GET /api/v1/orders/{orderId}` */
export const SHOW_ONE = {
  operationId: "getOrder",
  summary: "One order, and what became of it",
  description: "The order in any state, as this service has it: one that is not over is looked " +
    "up at the venue first. Beside it what the venue itself says now.",
};

/** `DELETE /api/v1/orders/{orderId}` */
export const CANCEL_ONE = {
  operationId: "cancelOrder",
  summary: "Cancel one order",
  description: "Cancels the order, whether or not it was sent through this service. One that is " +
    "over is in `not_canceled` with its state.",
};

/** `GET /api/v1/orders` */
export const LIST_OPEN = {
  operationId: "listOpenOrders",
  summary: "Open orders of a wallet",
  description: "The orders that rest in the venue's order books, in the venue's own " +
    "pages. Filters may be combined. `id` names one order and goes with no other filter: " +
    "its list is empty where the wallet has no such order, or the venue no longer.",
};

/** `DELETE /api/v1/orders` */
export const CANCEL_OPEN = {
  operationId: "cancelOrders",
  summary: "Cancel open orders of a wallet",
  description: "Cancels all open orders of the wallet, or those in one market, for one " +
    "outcome, or both. Of more orders than the venue cancels at once, one slice is canceled " +
    "after the other. A filter that is empty or cannot be read is 400 and cancels " +
    "nothing; so is a body, as filters are sent in the query. Cancelling works while no " +
    "orders are taken.",
};

/** `GET /api/v1/orders/history` */
export const LIST_SENT = {
  operationId: "listOrderHistory",
  summary: "Orders of a wallet, and what became of them",
  description: "Every order that the wallet has sent through this service, newest first, " +
    "as it was stored: the venue is not asked. It also works for a wallet that cannot " +
    "trade any more. An order that is `sent` or `unknown` is reconciled in the " +
    "background, and so are the amounts of one that is `matched` and has none yet.",
};

/** `GET /api/v1/fills` */
export const LIST_FILLS = {
  operationId: "listFills",
  summary: "Fills of a wallet's orders, followed to the chain",
  description: "What each trade moved for the orders that the wallet has sent through this " +
    "service, newest first. A fill is provisional until the chain has confirmed it; one that " +
    "failed is taken back, also in `filled` of its order and in what the day's limit counts.",
};

/** `GET /api/v1/wallets/balance` */
export const WALLET_BALANCE = {
  operationId: "getWalletBalance",
  summary: "Balance and spending of a wallet",
  description: "What the venue says that the wallet has, up to 3 s ago (`balance_at`), " +
    "and what the wallet has spent of its limit for this UTC day, which is up to date. " +
    "Without an answer of the venue, or without the key to the wallets, `balance_usdc` " +
    "is null and `balance_error` says why; the rest holds. Approvals are listed by " +
    "`GET /api/v1/account`.",
};

/** `GET /api/v1/wallets/guard` */
export const SHOW_GUARD = {
  operationId: "getWalletGuard",
  summary: "Guard of a wallet",
  description:
    "Whether the wallet's guard is armed, when it fires unless it is renewed, and when " +
    "it fired last; whether the venue's own heartbeats are sent, and when it accepted the last.",
};

/** `PUT /api/v1/wallets/guard` */
export const SET_GUARD = {
  operationId: "setWalletGuard",
  summary: "Arm, renew or disarm the guard of a wallet",
  description: "Unless the guard is renewed before `fires_at`, this service cancels every open " +
    "order of the wallet within 2 s, also those placed elsewhere with its API key at the venue, " +
    "and again until it is certain that none of them rests. Then the guard is disarmed. It " +
    "outlives restarts, and another replica carries it on. What is placed after it fired is not " +
    "touched. `seconds: 0` disarms. `venue: true` begins the venue's own heartbeats for the " +
    "wallet's API key, sent every 5 s from then on, armed or not: should this service die, the " +
    "venue cancels every open order of that key within 15 s. It documents no other end of them: " +
    "after `venue: false` it does the same, and may go on to cancel what is placed later.",
};

/** The refusals of the routes that place an order. */
export const PLACE_REFUSALS = {
  400: "The request cannot be used, or the order is refused: `reason` says why, and `error` has " +
    "the venue's own words",
  403: "The API key lacks the scope `trade`, or the wallet may not place this order",
  404: "There is no such market, outcome or order",
  409: "The `Idempotency-Key` belongs to another request, or is in use",
  503: "Nothing was placed; or it is not known yet whether it was: the hint has the order's " +
    "hash. Without `Retry-After`, repeating the request does not help",
} as const;
