/**
 * What an account has, for whoever holds one of its keys.
 *
 * @module
 */
import { Effect } from "effect";
import type { KeyHolder } from "../access/mod.ts";
import type { Wallet } from "../order/mod.ts";
import { WalletStore } from "../port/mod.ts";

/** The key that asks, whose it is, and the account's wallets, oldest first. */
export interface AccountOverview extends KeyHolder {
  readonly wallets: ReadonlyArray<Wallet>;
}

/** Everything a key may know of its account. */
export const accountOverview = Effect.fn("accountOverview")(function* (holder: KeyHolder) {
  const wallets = yield* (yield* WalletStore).ofAccount(holder.account.id);
  return { ...holder, wallets } satisfies AccountOverview;
});
