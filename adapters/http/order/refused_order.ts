/**
 * What to do about a refused order, by the reason of its refusal.
 *
 * @module
 */
import type { RefusalReason } from "../../../core/order/mod.ts";

/**
 * `hint`: a sentence without its full stop. `command`: the words of the operator's command that it
 * ends with. `waitSec`: the default wait before another try.
 */
export interface RefusedOrder {
  readonly status: 400 | 403 | 503;
  readonly hint: string;
  readonly command?: string;
  readonly waitSec?: number;
}

/**
 * By reason: 400 for what the caller can change, 403 for what the operator can, 503 for what only
 * the venue can.
 */
export const REFUSED_ORDER: Readonly<Record<RefusalReason, RefusedOrder>> = {
  killed: {
    status: 400,
    hint: "Send a smaller amount, another limitPrice, or the orderType FAK",
  },
  no_liquidity: {
    status: 400,
    hint: "Send another limitPrice, or try again later: the book has nothing to trade with",
  },
  would_cross: {
    status: 400,
    hint: "Send a price that meets no order of the book, or leave postOnly out",
  },
  balance: {
    status: 400,
    hint: "Send a smaller amount, or move funds to the wallet",
  },
  allowance: {
    status: 400,
    hint: "Send a smaller amount, or let the wallet's funder approve more to the spender that is " +
      "named; then the operator of this service provisions the wallet again",
    command: "account wallet provision <walletId>",
  },
  unsettled: {
    status: 503,
    hint: "The venue does not see yet what was just bought, which rarely takes a minute",
    waitSec: 5,
  },
  accuracy: { status: 400, hint: "Send one of the amounts that the message names" },
  too_small: { status: 400, hint: "Send a larger amount or size, as the message says" },
  expiration: { status: 400, hint: "Send a later expiresAt, or lifeS for a shorter life" },
  terms: { status: 400, hint: "Send an amount and a price that the market takes" },
  market_closed: { status: 400, hint: "Send the slug of a market that is open" },
  rejected: { status: 400, hint: "Correct the order by the venue's message" },
  never_arrived: {
    status: 400,
    hint: "Place it again if you still want it: it was lost on its way and will not be sent later",
  },
  stale: {
    status: 400,
    hint:
      "Place it again: the venue has changed its rules, and this service has loaded the new ones",
  },
  wallet: {
    status: 403,
    hint: "The operator of this service provisions the wallet again, imports it with another " +
      "signature type, or looks at it first",
    command: "account wallet show <walletId>",
  },
  region: {
    status: 503,
    hint: "The operator of this service can run it in a region that the venue serves",
  },
  closed_only: {
    status: 503,
    hint:
      "Sell what the wallet holds, or use another: the venue lets this one only close positions",
  },
  paused: { status: 503, hint: "Try again later: the venue takes no orders at the moment" },
  post_only: {
    status: 503,
    hint: "The venue has just restarted: for about two minutes it takes orders with postOnly " +
      "true alone; cancellations pass",
  },
  busy: {
    status: 503,
    hint: "Wait a moment: the venue received too many orders",
    waitSec: 1,
  },
  not_sent: {
    status: 503,
    hint: "The order could not be sent to the venue, and will not be sent later",
    waitSec: 1,
  },
};
