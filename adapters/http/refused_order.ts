/**
 * What to do about an order that the venue, or the way to it, has refused.
 *
 * @module
 */
import type { RefusalReason } from "../../core/order/mod.ts";

/** `hint` is a sentence without its end. `waitSec`: when to try again, where nobody says. */
export interface RefusedOrder {
  readonly status: 400 | 403 | 503;
  readonly hint: string;
  readonly waitSec?: number;
}

/**
 * By reason: 400 for what the caller can change, 403 for what the operator can, 503 for what only
 * the venue can.
 */
export const REFUSED_ORDER: Readonly<Record<RefusalReason, RefusedOrder>> = {
  not_filled: {
    status: 400,
    hint: "Send a smaller amount, another limitPrice, or the orderType FAK",
  },
  funds: {
    status: 400,
    hint: "Send a smaller amount, or move funds to the wallet; its operator sees with " +
      "`bun run account wallet provision <walletId>` what it has and what the venue may move",
  },
  allowance: {
    status: 400,
    hint: "Send a smaller amount, or let the wallet's funder approve more to the spender that is " +
      "named; its operator reads it anew with `bun run account wallet provision <walletId>`",
  },
  order: { status: 400, hint: "Send an amount and a limitPrice that the market takes" },
  market: { status: 400, hint: "Send the slug of a market that is open" },
  rejected: { status: 400, hint: "These are the words of the venue" },
  never_arrived: { status: 400, hint: "It was lost on its way, and it is not sent late" },
  stale: { status: 400, hint: "The venue has changed its rules, which are learned by now" },
  wallet: {
    status: 403,
    hint: "The operator of this service looks at the wallet with `bun run account wallet show " +
      "<walletId>`, provisions it anew, or imports it with another signature type",
  },
  region: { status: 503, hint: "The venue does not serve the region that this service runs in" },
  closed_only: { status: 503, hint: "The venue lets this wallet close positions alone" },
  paused: { status: 503, hint: "The venue takes no orders now" },
  busy: { status: 503, hint: "The venue has too many orders now", waitSec: 1 },
  not_sent: { status: 503, hint: "Nothing could be sent to the venue", waitSec: 1 },
};
