/**
 * Positions of a ledger, folded once as long as the ledger is the same one.
 *
 * @module
 */
import { foldPositions, type LedgerEntry, type Resolved } from "../../ledger/mod.ts";

/** What entries come to. Nobody changes it. */
export type FoldedLedger = ReturnType<typeof foldPositions>;

/** How markets were resolved, by their tokens. */
export type ResolvedTokens = ReadonlyMap<string, Resolved>;

/** Before it is known how any market was resolved. */
export const NONE_RESOLVED: ResolvedTokens = new Map();

interface Folds {
  readonly unresolved: FoldedLedger;
  /** By what was known last. */
  readonly last: { readonly resolved: ResolvedTokens; readonly folded: FoldedLedger };
}

/** As long as somebody has the entries. */
const kept = new WeakMap<ReadonlyArray<LedgerEntry>, Folds>();

/** Folds entries, which nobody changes. */
export function foldLedger(
  entries: ReadonlyArray<LedgerEntry>,
  resolved: ResolvedTokens,
): FoldedLedger {
  const known = kept.get(entries);
  if (known !== undefined && resolved.size === 0) return known.unresolved;
  if (known !== undefined && isSame(known.last.resolved, resolved)) return known.last.folded;
  const folded = foldPositions(entries, (tokenId) => resolved.get(tokenId));
  const unresolved = known?.unresolved ?? (resolved.size === 0 ? folded : foldPositions(entries));
  kept.set(entries, { unresolved, last: { resolved, folded } });
  return folded;
}

function isSame(a: ResolvedTokens, b: ResolvedTokens): boolean {
  if (a.size !== b.size) return false;
  for (const [tokenId, { payoutE6, atMs }] of a) {
    const other = b.get(tokenId);
    if (other?.payoutE6 !== payoutE6 || other.atMs !== atMs) return false;
  }
  return true;
}
