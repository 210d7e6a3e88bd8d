/**
 * The overview of an account that a holder of one of its keys may see.
 *
 * @module
 */
import { Effect } from "effect";
import type { KeyHolder } from "../../access/mod.ts";
import type { Right, Wallet } from "../../order/mod.ts";
import { VenueAccount } from "../../port/venue_account.ts";
import { WalletStore } from "../../port/wallet_store.ts";

/** The requesting key, its account, and the account's wallets, oldest first. */
export interface AccountOverview extends KeyHolder {
  readonly wallets: ReadonlyArray<Wallet>;
  /** Returns the contract call with which a wallet's funder grants a right. */
  readonly approvalCall: (right: Right) => string;
}

/** Returns everything that a key may see of its account. */
export const accountOverview = Effect.fn("accountOverview")(function* (holder: KeyHolder) {
  const wallets = yield* (yield* WalletStore).ofAccount(holder.account.id);
  const { approvalCall } = yield* VenueAccount;
  return { ...holder, wallets, approvalCall } satisfies AccountOverview;
});
