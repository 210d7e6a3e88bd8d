/**
 * Follows the orders and fills of an account's own wallets on the stream.
 *
 * @module
 */
import { Effect } from "effect";
import { claimedWallet } from "../order/trading_wallet.ts";
import { LiveStream } from "./live_stream.ts";

/** Wallets, and the account that claims them. */
export interface WalletClaims {
  readonly walletIds: ReadonlyArray<string>;
  readonly accountId: string;
}

/**
 * Has wallets published, all or none, each until its returned function is called. The heads of
 * their topics are known then.
 */
export const watchWallets = Effect.fn("watchWallets")(function* (
  { walletIds, accountId }: WalletClaims,
) {
  for (const walletId of walletIds) yield* claimedWallet({ walletId, accountId });
  return yield* (yield* LiveStream).followWallets(walletIds);
});
