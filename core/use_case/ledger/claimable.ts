/**
 * What of a wallet's ledger can be claimed, and what it knows of a market.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { statusOf } from "../../ledger/mod.ts";
import type { ConditionId } from "../../venue/mod.ts";
import type { WalletClaim } from "../order/trading_wallet.ts";
import type { IndexedWallet } from "./index_readings.ts";
import { foldWallet, onlyIndexed, shownE6, worthE6 } from "./list_positions.ts";
import type { TokenFacts } from "./token_facts.ts";
import { walletLedger } from "./wallet_ledger.ts";

/** A market that a ledger names. */
export interface LedgerMarket {
  readonly conditionId: ConditionId;
  readonly slug: Option.Option<string>;
}

/** A market of which there are shares that pay, and USDC that they pay, times 10^6. */
export interface ClaimableMarket extends LedgerMarket {
  readonly worthE6: bigint;
}

/** Returns the markets of which a wallet has shares that pay, those that pay most first. */
export const claimablePositions = Effect.fn("claimablePositions")(function* (claim: WalletClaim) {
  const { ledger, positions, holdings, resolved } = yield* foldWallet(claim);
  const worth = new Map<ConditionId, bigint>();
  // Also what the index lists and no entry explains: it is shown as claimable.
  for (const position of [...positions.values(), ...onlyIndexed(ledger, positions)]) {
    const paid = resolved.get(position.tokenId);
    const sharesE6 = shownE6(ledger, position, holdings);
    if (paid === undefined || statusOf({ sharesE6 }, paid) !== "claimable") continue;
    const { conditionId } = position;
    worth.set(conditionId, (worth.get(conditionId) ?? 0n) + worthE6(sharesE6, paid.payoutE6));
  }
  return [...worth]
    .toSorted(([, a], [, b]) => Number(b > a) - Number(b < a))
    .map(([conditionId, worthE6]): ClaimableMarket => ({
      ...marketOf(ledger.tokens.values(), conditionId),
      worthE6,
    }));
});

/** Returns what a wallet's ledger knows of a market; no slug where it knows none. */
export const marketInLedger = Effect.fn("marketInLedger")(function* (
  wallet: IndexedWallet,
  conditionId: ConditionId,
) {
  const { tokens } = yield* walletLedger(wallet);
  return marketOf(tokens.values(), conditionId);
});

function marketOf(
  tokens: Iterable<Pick<TokenFacts, "conditionId" | "slug">>,
  conditionId: ConditionId,
): LedgerMarket {
  for (const { conditionId: id, slug } of tokens) {
    if (id === conditionId && slug !== null) return { conditionId, slug: Option.some(slug) };
  }
  return { conditionId, slug: Option.none() };
}
