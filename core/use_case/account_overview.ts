/**
 * What an account has, for whoever holds one of its keys.
 *
 * @module
 */
import { Effect } from "effect";
import type { KeyHolder } from "../access/mod.ts";
import type { Right, Wallet } from "../order/mod.ts";
import { VenueAccount, WalletStore } from "../port/mod.ts";

/** The key that asks, whose it is, and the account's wallets, oldest first. */
export interface AccountOverview extends KeyHolder {
  readonly wallets: ReadonlyArray<Wallet>;
  /** How a wallet's funder gives a right. */
  readonly approvalCall: (right: Right) => string;
}

/** Everything a key may know of its account. */
export const accountOverview = Effect.fn("accountOverview")(function* (holder: KeyHolder) {
  const wallets = yield* (yield* WalletStore).ofAccount(holder.account.id);
  const { approvalCall } = yield* VenueAccount;
  return { ...holder, wallets, approvalCall } satisfies AccountOverview;
});
