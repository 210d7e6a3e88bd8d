/**
 * Says whether the service claims by itself what a wallet has won.
 *
 * @module
 */
import { Effect } from "effect";
import type { ClaimPolicy } from "../../order/mod.ts";
import { WalletStore } from "../../port/wallet_store.ts";
import { showWallet, WalletMissing } from "./show_wallet.ts";

/** A wallet and its new policy. */
export interface ClaimPolicyChange {
  readonly id: string;
  readonly policy: ClaimPolicy;
}

/** Sets the policy and returns the stored wallet. What is under way goes on. */
export const setClaimPolicy = Effect.fn("setClaimPolicy")(function* (
  { id, policy }: ClaimPolicyChange,
) {
  const store = yield* WalletStore;
  if (!(yield* store.setClaimPolicy(id, policy))) return yield* new WalletMissing({ id });
  return yield* showWallet(id);
});
