/**
 * Lists the fills of a wallet's orders, page by page.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { fillIdOf } from "../../order/mod.ts";
import { type FillListing, type FillPosition, FillStore } from "../../port/fill_store.ts";
import { claimedWallet, type WalletClaim } from "./trading_wallet.ts";

/** Which of a wallet's fills to list. */
export interface FillsQuery extends WalletClaim, Omit<FillListing, "walletId"> {}

/** Returns a page of fills, newest first, and the position that the next page comes after. */
export const listFills = Effect.fn("listFills")(function* (
  { accountId, limit, ...listing }: FillsQuery,
) {
  yield* claimedWallet({ accountId, walletId: listing.walletId });
  const found = yield* (yield* FillStore).list({ ...listing, limit: limit + 1 });
  const fills = found.slice(0, limit);
  const last = found.length > limit ? fills.at(-1) : undefined;
  const next: Option.Option<FillPosition> = Option.map(
    Option.fromUndefinedOr(last),
    (fill) => ({ matchedMs: fill.matchedMs, id: fillIdOf(fill) }),
  );
  return { fills, next };
});
