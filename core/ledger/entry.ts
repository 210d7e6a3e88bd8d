/**
 * An entry of a wallet's ledger: one thing that happened, with all that it moved.
 *
 * @module
 */
import type { ConditionId } from "../venue/mod.ts";

/**
 * - `fill`: an order of this service traded.
 * - `trade`: an order from elsewhere traded, by what the venue's index lists.
 * - `split`: USDC became a share of each outcome.
 * - `merge`: a share of each outcome became USDC.
 * - `claim`: shares of a market that is resolved became what they pay.
 */
export const ENTRY_KINDS = ["fill", "trade", "split", "merge", "claim"] as const;

/** One of {@linkcode ENTRY_KINDS}. */
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** What an entry moved of one outcome. Amounts are times 10^6; above zero, the wallet got it. */
export interface Move {
  readonly tokenId: string;
  readonly sharesE6: bigint;
  /** For these shares, without the fee. */
  readonly usdcE6: bigint;
}

/** An entry. */
export interface LedgerEntry {
  /** No other entry of the wallet has it. */
  readonly id: string;
  readonly kind: EntryKind;
  /** When it happened, unix milliseconds by the venue's clock. */
  readonly atMs: number;
  readonly conditionId: ConditionId;
  /** Whether the chain has settled it, for good. */
  readonly isFinal: boolean;
  /** The chain had it by then, unix milliseconds; when it happened, if that is not known. */
  readonly settledMs: number;
  readonly moves: ReadonlyArray<Move>;
  /** USDC times 10^6 that was paid besides; null where that is not known. */
  readonly feeE6: bigint | null;
  /** What proves it: the transaction on the chain; null before there is one. */
  readonly tx: string | null;
}

/**
 * Orders entries as they happened. Within an instant, what brings shares comes before what takes
 * them, since nobody can sell what he does not have.
 */
export function compareEntries(a: LedgerEntry, b: LedgerEntry): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs;
  const [bringsA, bringsB] = [a, b].map(({ moves }) => moves.some(({ sharesE6 }) => sharesE6 > 0n));
  if (bringsA !== bringsB) return bringsA ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
