/**
 * Claims of what was won: asked for, and listed.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import { t } from "elysia";
import { CHAIN_ACTION_STATES, type ChainActionState } from "../../../core/chain/mod.ts";
import { makeCursors, PAGE_LIMIT } from "../../../core/page/mod.ts";
import { claimPositions, listActions } from "../../../core/use_case/chain/mod.ts";
import { isoNow } from "../edge/answer/iso_now.ts";
import { readNeededKey, REPLAYED_HEADER } from "../edge/request/idempotency_key.ts";
import { sha256Of } from "../order/order_body.ts";
import { CURSOR_EXAMPLE } from "../order/wire_question.ts";
import { IsoWire } from "../wire/answer.ts";
import { strict } from "../wire/kind.ts";
import { Whole } from "../wire/number.ts";
import { ConditionId, WALLET_ID_EXAMPLE, WalletId } from "../wire/order_id.ts";
import { AnyOf, Text } from "../wire/text.ts";
import { storeLost } from "./chain_failure.ts";
import {
  CLAIM_EXAMPLE,
  CLAIM_STATES,
  claimBody,
  type ClaimState,
  ClaimWire,
} from "./wire_claim.ts";

/** The body of a claim. */
export const ClaimRequest = strict({
  walletId: WalletId,
  condition_id: t.Optional(ConditionId({
    description: "The market to claim; without it all that can be claimed, at most 100 markets " +
      "at a time",
  })),
}, {
  description: "What to claim",
  // Of one market it would have to be resolved.
  examples: [{ walletId: WALLET_ID_EXAMPLE }],
});

/** The answer to a claim. */
export const ClaimsMade = t.Object({
  ok: t.Literal(true),
  claims: t.Array(ClaimWire, {
    description: "As they are now; empty where nothing can be claimed",
  }),
}, {
  $id: "ClaimsMade",
  description: "What became of the claims",
  examples: [{ ok: true, claims: [CLAIM_EXAMPLE] }],
});

/** What is asked of claims. */
export const ClaimsQuestion = strict({
  walletId: WalletId,
  state: t.Optional(AnyOf(CLAIM_STATES, {
    description: "Only claims in these states; default: all",
    examples: ["confirmed,nothing_left"],
  })),
  market: t.Optional(ConditionId({
    description: "Only claims of the market with this condition id",
  })),
  limit: t.Optional(Whole({
    minimum: PAGE_LIMIT.min,
    maximum: PAGE_LIMIT.max,
    default: PAGE_LIMIT.usual,
    description: "Maximum number of claims on a page",
    examples: ["200"],
  })),
  cursor: t.Optional(Text({
    description: "`next_cursor` of the previous page, with the same filters; `limit` may differ",
    examples: [CURSOR_EXAMPLE],
  })),
});

/** A page of claims. */
export const Claims = t.Object({
  ok: t.Literal(true),
  now: IsoWire,
  data: t.Array(ClaimWire, { description: "Newest first" }),
  next_cursor: t.String({ description: "Where the next page begins; empty on the last one" }),
}, {
  $id: "Claims",
  description: "A page of claims",
  examples: [{ ok: true, now: "2026-08-22T16:07:00.000Z", data: [CLAIM_EXAMPLE], next_cursor: "" }],
});

/** Who asks, and by which headers. */
export interface ChainAsker {
  readonly accountId: string;
  readonly headers: Headers;
}

/** Claims a market, or all that can be claimed, once for each key. */
export const claim = Effect.fnUntraced(function* (
  { walletId, condition_id: conditionId }: typeof ClaimRequest.static,
  { accountId, headers }: ChainAsker,
) {
  const idempotencyKey = yield* Effect.fromResult(readNeededKey(headers));
  const { actions, isReplayed } = yield* claimPositions({
    accountId,
    walletId,
    idempotencyKey,
    requestSha256: sha256Of(["claim", walletId, conditionId ?? null]),
    conditionId: Option.fromUndefinedOr(conditionId),
  }).pipe(Effect.catchTag("StoreFailed", storeLost));
  const body: typeof ClaimsMade.static = { ok: true, claims: actions.map(claimBody) };
  return { body, ...(isReplayed ? { headers: REPLAYED_HEADER } : {}) };
});

const Ms = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0));

/** The last claim of the previous page. */
const CURSORS = makeCursors("claims", Schema.Tuple([Ms, Schema.String]));

/** Lists claims, newest first. */
export const claimsOf = Effect.fnUntraced(function* (
  { walletId, state = CLAIM_STATES, market, limit, cursor }: typeof ClaimsQuestion.static,
  { accountId, nowMs }: { readonly accountId: string; readonly nowMs: number },
) {
  const filters = JSON.stringify([walletId, state, market ?? null]);
  const place = cursor === undefined
    ? undefined
    : yield* Effect.fromResult(CURSORS.read(cursor, filters));
  const { actions, next } = yield* listActions({
    walletId,
    accountId,
    kinds: ["claim"],
    states: statesOf(state),
    conditionId: Option.fromUndefinedOr(market),
    after: Option.map(
      Option.fromNullishOr(place),
      ([requestedMs, id]) => ({ requestedMs, id }),
    ),
    limit: limit ?? PAGE_LIMIT.usual,
  });
  const body: typeof Claims.static = {
    ok: true,
    now: isoNow(nowMs),
    data: actions.map(claimBody),
    next_cursor: Option.match(next, {
      onNone: () => "",
      onSome: ({ requestedMs, id }) => CURSORS.write([requestedMs, id], filters),
    }),
  };
  return { body, isCached: false };
});

/** What is queued is told as sent. */
function statesOf(told: ReadonlyArray<ClaimState>): ReadonlyArray<ChainActionState> {
  return CHAIN_ACTION_STATES.filter((state) => told.includes(state === "queued" ? "sent" : state));
}
