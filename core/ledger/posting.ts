/**
 * The postings of entries: double entry, so that whatever a wallet got, somebody gave.
 *
 * @module
 */
import type { LedgerEntry } from "./entry.ts";

/** Whose balance changes: the wallet's, or those on the other side. */
export type LedgerAccount = "wallet" | "venue" | "fees";

/** A change of one balance. Amounts are times 10^6; above zero, the account got it. */
export interface Posting {
  readonly account: LedgerAccount;
  /** `usdc`, or a token id. */
  readonly asset: string;
  readonly amountE6: bigint;
}

/** The name of USDC among assets. */
export const USDC = "usdc";

/** Returns the postings of an entry, which come to zero for each asset. */
export function postingsOf({ moves, feeE6 }: LedgerEntry): ReadonlyArray<Posting> {
  const moved = moves.flatMap(({ tokenId, sharesE6, usdcE6 }) => [
    ...between("venue", tokenId, sharesE6),
    ...between("venue", USDC, usdcE6),
  ]);
  return [...moved, ...between("fees", USDC, -(feeE6 ?? 0n))];
}

function between(
  other: LedgerAccount,
  asset: string,
  amountE6: bigint,
): ReadonlyArray<Posting> {
  if (amountE6 === 0n) return [];
  return [{ account: "wallet", asset, amountE6 }, { account: other, asset, amountE6: -amountE6 }];
}

/** Returns what an account has of each asset, by all entries. */
export function balancesOf(
  entries: Iterable<LedgerEntry>,
  account: LedgerAccount,
): ReadonlyMap<string, bigint> {
  const balances = new Map<string, bigint>();
  for (const entry of entries) {
    for (const { asset, amountE6, ...posting } of postingsOf(entry)) {
      if (posting.account !== account) continue;
      balances.set(asset, (balances.get(asset) ?? 0n) + amountE6);
    }
  }
  return balances;
}
