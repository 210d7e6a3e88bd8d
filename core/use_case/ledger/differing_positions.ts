/**
 * Positions of which the venue's index has other shares than the ledger.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { DifferingShares } from "../../port/webhook_writer.ts";
import { foldLedger, NONE_RESOLVED } from "./folded_ledger.ts";
import type { IndexedWallet } from "./index_readings.ts";
import { besideIndex, onlyIndexed } from "./list_positions.ts";
import { walletLedger } from "./wallet_ledger.ts";

/** How many entries of a position are told, the newest ones. */
const TOLD_ENTRIES_MAX = 50;

/** Returns the positions of a wallet that differ now. None while the index is not known. */
export const differingPositions = Effect.fn("differingPositions")(function* (
  wallet: IndexedWallet,
) {
  const ledger = yield* walletLedger(wallet);
  if (Option.isNone(ledger.index)) return [];
  const { asOfMs, holdings } = ledger.index.value;
  const byToken = new Map(holdings.map((one) => [one.tokenId, one]));
  const { positions } = foldLedger(ledger.entries, NONE_RESOLVED);
  return [...positions.values(), ...onlyIndexed(ledger, positions)].flatMap(
    (position): ReadonlyArray<DifferingShares> => {
      const { tokenId } = position;
      const { indexed, isAgreed } = besideIndex(ledger, position, byToken.get(tokenId));
      if (isAgreed !== false) return [];
      const entries = ledger.entries
        .filter(({ moves }) => moves.some((move) => move.tokenId === tokenId))
        .toSorted((a, b) => b.atMs - a.atMs)
        .slice(0, TOLD_ENTRIES_MAX);
      return [{
        walletId: wallet.id,
        position,
        facts: ledger.tokens.get(tokenId),
        indexedE6: indexed?.holding.sharesE6 ?? 0n,
        asOfMs,
        entries,
      }];
    },
  );
});
