/**
 * Limits how much a wallet may trade.
 *
 * @module
 */
import { Effect } from "effect";
import type { SpendingLimits } from "../order/mod.ts";
import { WalletStore } from "../port/mod.ts";
import { showWallet, WalletMissing } from "./show_wallet.ts";

/** Which wallet, and its new limits; what is left out stays as it is. */
export interface LimitOrder extends Partial<SpendingLimits> {
  readonly id: string;
}

/** Sets limits, and gives the wallet as it is stored now. They hold from the next order on. */
export const limitWallet = Effect.fn("limitWallet")(function* ({ id, ...change }: LimitOrder) {
  const store = yield* WalletStore;
  const { wallet } = yield* showWallet(id);
  const limits = { ...wallet.limits, ...change };
  if (!(yield* store.setLimits(id, limits))) return yield* new WalletMissing({ id });
  return yield* showWallet(id);
});
