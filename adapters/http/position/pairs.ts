/**
 * Splits USDC into shares of both outcomes of a market, and merges them into it.
 *
 * @module
 */
import { Effect } from "effect";
import { t } from "elysia";
import { AMOUNT_MAX, toE6 } from "../../../core/fee/mod.ts";
import { changePairs } from "../../../core/use_case/chain/mod.ts";
import { readNeededKey, REPLAYED_HEADER } from "../edge/request/idempotency_key.ts";
import { sha256Of } from "../order/order_body.ts";
import { SLUG_EXAMPLE } from "../order/order_example.ts";
import { strict } from "../wire/kind.ts";
import { Decimal } from "../wire/number.ts";
import { WALLET_ID_EXAMPLE, WalletId } from "../wire/order_id.ts";
import { Text } from "../wire/text.ts";
import { storeLost } from "./chain_failure.ts";
import type { ChainAsker } from "./claims.ts";
import { chainActionBody, ChainActionWire, CLAIM_EXAMPLE } from "./wire_claim.ts";

/** The body of a split or a merge. */
export const PairRequest = strict({
  walletId: WalletId,
  slug: Text({
    description: "The market's slug",
    minLength: 1,
    examples: [SLUG_EXAMPLE],
    liveExample: "marketSlug",
  }),
  size: Decimal({
    minimum: "0.000001",
    maximum: AMOUNT_MAX,
    decimalsMax: 6,
    description: "USDC, and shares of each outcome, at most 6 decimals",
    examples: [20],
  }),
}, {
  description: "How much of which market",
  examples: [{ walletId: WALLET_ID_EXAMPLE, slug: SLUG_EXAMPLE, size: 20 }],
});

const EXAMPLE = { ...CLAIM_EXAMPLE, slug: SLUG_EXAMPLE };

/** The answer to a split. */
export const SplitMade = t.Object(
  { ok: t.Literal(true), split: ChainActionWire },
  {
    $id: "SplitMade",
    description: "What became of the split",
    examples: [{ ok: true, split: { ...EXAMPLE, kind: "split", usdc: -20 } }],
  },
);

/** The answer to a merge. */
export const MergeMade = t.Object(
  { ok: t.Literal(true), merge: ChainActionWire },
  {
    $id: "MergeMade",
    description: "What became of the merge",
    examples: [{ ok: true, merge: { ...EXAMPLE, kind: "merge", usdc: 20 } }],
  },
);

/** Splits, once for each key. */
export const split = Effect.fnUntraced(function* (
  request: typeof PairRequest.static,
  asker: ChainAsker,
) {
  const { action, ...told } = yield* pairOf("split", { request, asker });
  const body: typeof SplitMade.static = { ok: true, split: action };
  return { body, ...told };
});

/** Merges, once for each key. */
export const merge = Effect.fnUntraced(function* (
  request: typeof PairRequest.static,
  asker: ChainAsker,
) {
  const { action, ...told } = yield* pairOf("merge", { request, asker });
  const body: typeof MergeMade.static = { ok: true, merge: action };
  return { body, ...told };
});

const pairOf = Effect.fnUntraced(function* (
  kind: "split" | "merge",
  { request: { walletId, slug, size }, asker: { accountId, headers } }: {
    readonly request: typeof PairRequest.static;
    readonly asker: ChainAsker;
  },
) {
  const idempotencyKey = yield* Effect.fromResult(readNeededKey(headers));
  const sizeE6 = toE6(size);
  const { actions: [action], isReplayed } = yield* changePairs({
    accountId,
    walletId,
    kind,
    slug,
    sizeE6,
    idempotencyKey,
    requestSha256: sha256Of([kind, walletId, slug, String(sizeE6)]),
  }).pipe(Effect.catchTag("StoreFailed", storeLost));
  if (action === undefined) return yield* Effect.die(new Error(`A ${kind} has no action`));
  return {
    action: chainActionBody(action),
    ...(isReplayed ? { headers: REPLAYED_HEADER } : {}),
  };
});
