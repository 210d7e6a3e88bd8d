/**
 * Sets the spending limits of a wallet.
 *
 * @module
 */
import { Effect } from "effect";
import type { SpendingLimits } from "../../order/mod.ts";
import { WalletStore } from "../../port/wallet_store.ts";
import { showWallet, WalletMissing } from "./show_wallet.ts";

/** A wallet and its new limits; an omitted limit does not change. */
export interface LimitChange extends Partial<SpendingLimits> {
  readonly id: string;
}

/** Sets limits and returns the stored wallet. They apply from the next order on. */
export const limitWallet = Effect.fn("limitWallet")(function* ({ id, ...change }: LimitChange) {
  const store = yield* WalletStore;
  const { wallet } = yield* showWallet(id);
  const limits = { ...wallet.limits, ...change };
  if (!(yield* store.setLimits(id, limits))) return yield* new WalletMissing({ id });
  return yield* showWallet(id);
});
