/** Whose orders may be stored: an account with a wallet. @module */
import { Effect } from "effect";
import { AccountStore } from "../../core/port/account_store.ts";
import { WalletStore } from "../../core/port/wallet_store.ts";
import { newAccount } from "./account_store_contract.ts";
import { newSecrets, newWallet } from "./new_wallet.ts";

/** Stores both, and returns their ids. */
export const stageOwner = Effect.gen(function* () {
  const { id: accountId } = yield* AccountStore.use((store) => store.addAccount(newAccount()));
  const wallet = newWallet(accountId);
  yield* WalletStore.use(({ add }) => add({ wallet, secrets: newSecrets() }));
  return { accountId, walletId: wallet.id };
});
