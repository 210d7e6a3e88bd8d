/**
 * The guard of a wallet: armed, renewed, disarmed and shown.
 *
 * @module
 */
import { Clock, Effect, Option, Queue } from "effect";
import { GuardStore } from "../../port/guard_store.ts";
import { OrderSignals } from "./order_signals.ts";
import { claimedWallet, type WalletClaim, WalletNotReady } from "./trading_wallet.ts";

/**
 * Arms or renews the guard of an account's wallet, or disarms it where there are no seconds. A
 * wallet whose orders could not be canceled is not guarded.
 */
export const setGuard = Effect.fn("setGuard")(function* (
  { walletId, accountId, seconds }: WalletClaim & { readonly seconds: Option.Option<number> },
) {
  const { wallet, secrets } = yield* claimedWallet({ walletId, accountId });
  const isReady = Option.isSome(wallet.clobApiKey) && Option.isSome(secrets.credentials);
  if (Option.isSome(seconds) && !isReady) return yield* new WalletNotReady({ id: walletId });
  const nowMs = yield* Clock.currentTimeMillis;
  const guard = yield* (yield* GuardStore).set({ walletId, seconds, nowMs });
  yield* Queue.offer((yield* OrderSignals).guards, undefined);
  return guard;
});

/** Returns the guard of an account's wallet. */
export const showGuard = Effect.fn("showGuard")(function* (claim: WalletClaim) {
  yield* claimedWallet(claim);
  return yield* (yield* GuardStore).find(claim.walletId);
});
