/**
 * How far a service is set up.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { isPaperWallet } from "../../order/mod.ts";
import { AccountStore } from "../../port/account_store.ts";
import { WalletStore } from "../../port/wallet_store.ts";
import { ownSetup } from "./own_setup.ts";

/**
 * Returns what is chosen, the account with this address, without one the first account, and its
 * real wallets and keys.
 */
export const setupState = Effect.fn("setupState")(function* (email?: string) {
  const chosen = yield* (yield* ownSetup).chosen;
  const accounts = yield* AccountStore;
  const account = yield* email === undefined ? accounts.firstAccount : accounts.findAccount(email);
  if (Option.isNone(account)) return { chosen, account, wallets: [], keyCount: 0 };
  const { id } = account.value;
  const wallets = yield* (yield* WalletStore).ofAccount(id);
  const keys = yield* accounts.keysOf(id);
  return {
    chosen,
    account,
    wallets: wallets.filter((wallet) => !isPaperWallet(wallet.id)),
    keyCount: keys.filter(({ revokedMs }) => Option.isNone(revokedMs)).length,
  };
});
