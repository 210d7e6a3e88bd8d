/**
 * What trades on their way to the chain have moved here, and not there yet.
 *
 * Source: the venue's answers. A wallet's balance is the chain's, so what was bought is not in it
 * until its trade is mined, and what was sold still is; what was sold counts as `matched orders`.
 *
 * @module
 */
import { type Account, sharesOf } from "./accounts.ts";

/** Shares of one outcome in trades that are not on the chain, times 10^6. */
export interface Unsettled {
  readonly boughtE6: bigint;
  readonly soldE6: bigint;
}

/** Returns the shares that the chain has for a wallet, times 10^6. */
export function chainSharesE6(
  account: Account,
  { tokenId, boughtE6, soldE6 }: Unsettled & { readonly tokenId: string },
): bigint {
  const sharesE6 = sharesOf(account, tokenId) - boughtE6 + soldE6;
  // A trade that was mined may be taken off the chain again after its shares were sold.
  return sharesE6 < 0n ? 0n : sharesE6;
}
