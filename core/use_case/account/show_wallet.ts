/**
 * Finds stored wallets.
 *
 * @module
 */
import { Effect, Schema } from "effect";
import type { StoreFailed } from "../../port/store_failure.ts";
import { type StoredWallet, WalletStore } from "../../port/wallet_store.ts";
import { accountOf } from "./account_of.ts";

/** No wallet has this id. */
export class WalletMissing extends Schema.TaggedError<WalletMissing>()("WalletMissing", {
  id: Schema.String,
}) {
  override get message(): string {
    return `Cannot find the wallet "${this.id}"`;
  }
}

/** Returns the wallet with this id, and its sealed secrets. */
export const showWallet = Effect.fn("showWallet")(function* (
  id: string,
): Effect.fn.Return<StoredWallet, WalletMissing | StoreFailed, WalletStore> {
  const store = yield* WalletStore;
  const stored = yield* store.find(id);
  return yield* Effect.mapError(Effect.fromOption(stored), () => new WalletMissing({ id }));
});

/** Returns an account's wallets, oldest first. */
export const listWallets = Effect.fn("listWallets")(function* (email: string) {
  const store = yield* WalletStore;
  const account = yield* accountOf(email);
  return { account, wallets: yield* store.ofAccount(account.id) };
});
