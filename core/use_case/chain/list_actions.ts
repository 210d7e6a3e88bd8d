/**
 * Lists what a wallet has done on the chain, and what it is doing.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { ChainAction, ChainActionKind, ChainActionState } from "../../chain/mod.ts";
import { type ActionPlace, ChainStore } from "../../port/chain_store.ts";
import type { ConditionId } from "../../venue/mod.ts";
import { claimedWallet, type WalletClaim } from "../order/trading_wallet.ts";

/** Which of a wallet's actions to list. */
export interface ActionsQuery extends WalletClaim {
  readonly kinds: ReadonlyArray<ChainActionKind>;
  readonly states: ReadonlyArray<ChainActionState>;
  readonly conditionId: Option.Option<ConditionId>;
  /** Only actions that come after this one. */
  readonly after: Option.Option<ActionPlace>;
  readonly limit: number;
}

/** A page of actions, newest first, and the place that the next page comes after. */
export interface ListedActions {
  readonly actions: ReadonlyArray<ChainAction>;
  readonly next: Option.Option<ActionPlace>;
}

/** Returns a page of them. */
export const listActions = Effect.fn("listActions")(function* (
  { accountId, limit, ...query }: ActionsQuery,
) {
  yield* claimedWallet({ walletId: query.walletId, accountId });
  const listed = yield* (yield* ChainStore).list({ ...query, limit: limit + 1 });
  const actions = listed.slice(0, limit);
  const next = Option.filter(Option.fromUndefinedOr(actions.at(-1)), () => listed.length > limit);
  return { actions, next } satisfies ListedActions;
});
