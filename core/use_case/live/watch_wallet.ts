/**
 * Follows the orders and fills of an account's own wallet on the stream.
 *
 * @module
 */
import { Effect } from "effect";
import { claimedWallet, type WalletClaim } from "../order/trading_wallet.ts";
import { LiveStream } from "./live_stream.ts";

/** Has a wallet published until the returned function is called. Its topic's head is known then. */
export const watchWallet = Effect.fn("watchWallet")(function* (claim: WalletClaim) {
  yield* claimedWallet(claim);
  return yield* (yield* LiveStream).followWallet(claim.walletId);
});
