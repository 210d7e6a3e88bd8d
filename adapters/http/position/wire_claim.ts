/**
 * Claims, splits and merges, as answers, frames and webhooks carry them.
 *
 * @module
 */
import { Option } from "effect";
import { isPaperWallet } from "../../../core/order/mod.ts";
import { t } from "elysia";
import { CHAIN_ACTION_KINDS, type ChainAction } from "../../../core/chain/mod.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { exactE6, ExactNumber } from "../wire/number.ts";
import { CONDITION_ID_EXAMPLE } from "../wire/order_id.ts";
import { words } from "../wire/text.ts";

/** The states as callers see them: what is queued is on its way, too. */
export const CLAIM_STATES = ["sent", "confirmed", "failed", "nothing_left"] as const;

/** One of {@linkcode CLAIM_STATES}. */
export type ClaimState = (typeof CLAIM_STATES)[number];

const FIELDS = {
  id: t.String({ description: "Its id here, a UUID" }),
  condition_id: t.String({ description: "The market's condition id, 64 hex digits" }),
  slug: nullable(t.String(), { description: "The market's slug; null where nobody says it" }),
  state: words(CLAIM_STATES, {
    description: "`sent`: on its way, or waiting for its turn. `confirmed`: shares and USDC have " +
      "moved. `failed`: nothing has moved, and it is not tried again. `nothing_left`, of a claim " +
      "alone: the shares are gone already, which is a success too",
  }),
  usdc: nullable(ExactNumber({
    description: "USDC that came, below zero if it was paid; null unless confirmed",
  })),
  tx: nullable(t.String(), {
    description: "The transaction on the chain; null while unknown, and on paper",
  }),
  why: nullable(t.String(), {
    description: "What it waits for, or why it has come to nothing",
    examples: ["its shares were claimed by another transaction"],
  }),
  automatic: t.Boolean({ description: "Whether the wallet's policy wanted it, and no request" }),
  requested_at: { ...IsoWire, description: "When it was asked for" },
  ended_at: nullable(IsoWire, { description: "When it was over; null before" }),
} as const;

/** A claim. */
export const ClaimWire = t.Object(
  { kind: t.Literal("claim"), ...FIELDS },
  { $id: "Claim", description: "A claim of what was won" },
);

/** A claim, a split or a merge. */
export const ChainActionWire = t.Object({
  kind: words(CHAIN_ACTION_KINDS, { description: "What the shares or the USDC become" }),
  ...FIELDS,
}, { $id: "ChainAction", description: "A claim, a split or a merge" });

/** The claim of the examples. */
export const CLAIM_EXAMPLE = {
  kind: "claim",
  id: "019b2f6e-7a80-7cc4-9d1e-3f0a5b6c7d8e",
  condition_id: CONDITION_ID_EXAMPLE,
  slug: "btc-updown-5m-1787414400",
  state: "confirmed",
  usdc: 13.157894,
  tx: `0x${"5c".repeat(32)}`,
  why: null,
  automatic: false,
  requested_at: "2026-08-22T16:06:10.000Z",
  ended_at: "2026-08-22T16:06:15.000Z",
} as const;

/** Returns an action as callers see it. */
export function chainActionBody(action: ChainAction): typeof ChainActionWire.static {
  const { id, kind, market, state, moved, tx, why, isAutomatic, requestedMs, endedMs } = action;
  return {
    kind,
    id,
    condition_id: market.conditionId,
    slug: Option.getOrNull(market.slug),
    state: state === "queued" ? "sent" : state,
    usdc: Option.getOrNull(Option.map(moved, ({ usdcE6 }) => exactE6(usdcE6))),
    tx: isPaperWallet(action.walletId) ? null : Option.getOrNull(tx),
    why: Option.getOrNull(why),
    automatic: isAutomatic,
    requested_at: new Date(requestedMs).toISOString(),
    ended_at: Option.getOrNull(Option.map(endedMs, (ms) => new Date(ms).toISOString())),
  };
}

/** Returns a claim as callers see it. */
export function claimBody(action: ChainAction): typeof ClaimWire.static {
  return { ...chainActionBody(action), kind: "claim" };
}
