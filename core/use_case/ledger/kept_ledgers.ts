/**
 * Ledgers that were put together, as long as nothing that they are made of has changed.
 *
 * What has changed is known from numbers that are kept beside what they count, so that every
 * replica knows it: they are read first, and what is put together after that is at least as new.
 *
 * @module
 */
import { Context, Layer } from "effect";
import type { LedgerEntry } from "../../ledger/mod.ts";
import type { IndexedHolding } from "../../port/wallet_index.ts";
import type { ConditionId } from "../../venue/mod.ts";
import type { TokenFacts } from "./token_facts.ts";

/** What a ledger is made of. */
export interface LedgerBasis {
  /** Of all changes of orders, fills, claims, splits and merges, and of what the index lists. */
  readonly numbers: ReadonlyArray<string | number>;
  /** The holdings by which the ledger names what it has; one and the same array. */
  readonly holdings: ReadonlyArray<IndexedHolding>;
}

/** A ledger as far as it stays the same while nothing changes. */
export interface KeptLedger {
  readonly entries: ReadonlyArray<LedgerEntry>;
  /** What is known of tokens, by their ids. */
  readonly tokens: ReadonlyMap<string, TokenFacts>;
  /** Conditions of which something happened that no entry, or none with its USDC, is made of. */
  readonly unclear: ReadonlySet<ConditionId>;
  /** Conditions of which something is not settled, or may be listed twice until it is. */
  readonly unsettled: ReadonlySet<ConditionId>;
  /** The index's holdings, by the tokens of the orders. */
  readonly holdings: ReadonlyArray<IndexedHolding>;
}

/** Keeps ledgers. */
export class KeptLedgers extends Context.Service<KeptLedgers, {
  /** Returns the ledger of a wallet, if it is made of this. */
  readonly get: (walletId: string, basis: LedgerBasis) => KeptLedger | undefined;
  readonly set: (walletId: string, basis: LedgerBasis, ledger: KeptLedger) => void;
}>()("core/use_case/KeptLedgers") {}

/** In all ledgers together, but for the one that was used last. An entry takes about 1 kB. */
export const KEPT_ENTRIES_MAX = 100_000;

interface Kept {
  readonly basis: LedgerBasis;
  readonly ledger: KeptLedger;
}

/** Provides none at first. */
export const layerKeptLedgers: Layer.Layer<KeptLedgers> = Layer.sync(KeptLedgers, () => {
  /** Those that were used last come last. */
  const byWallet = new Map<string, Kept>();
  let entryCount = 0;
  const take = (walletId: string): Kept | undefined => {
    const kept = byWallet.get(walletId);
    byWallet.delete(walletId);
    entryCount -= kept?.ledger.entries.length ?? 0;
    return kept;
  };
  const put = (walletId: string, kept: Kept): void => {
    byWallet.set(walletId, kept);
    entryCount += kept.ledger.entries.length;
    for (const oldest of byWallet.keys()) {
      if (entryCount <= KEPT_ENTRIES_MAX || oldest === walletId) return;
      take(oldest);
    }
  };
  return KeptLedgers.of({
    get: (walletId, basis) => {
      const kept = take(walletId);
      if (kept === undefined || !isSame(kept.basis, basis)) return undefined;
      put(walletId, kept);
      return kept.ledger;
    },
    set: (walletId, basis, ledger) => {
      take(walletId);
      put(walletId, { basis, ledger });
    },
  });
});

function isSame(a: LedgerBasis, b: LedgerBasis): boolean {
  return a.holdings === b.holdings && a.numbers.length === b.numbers.length &&
    a.numbers.every((number, at) => number === b.numbers[at]);
}
