/**
 * What a wallet has to pay with, and what it has spent of its limit for the day.
 *
 * @module
 */
import { Cache, Clock, Context, Effect, Exit, Layer, type Option, Result } from "effect";
import { spendingDayOf } from "../../order/mod.ts";
import { OrderStore } from "../../port/order_store.ts";
import { type OrderCallFailure, OrderVenue } from "../../port/order_venue.ts";
import type { SecretFailure } from "../../port/secret_box.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { Idempotency } from "./idempotency.ts";
import {
  claimedWallet,
  tradingWallet,
  type WalletClaim,
  type WalletForbidden,
  type WalletNotReady,
} from "./trading_wallet.ts";

/** A balance: USDC times 10^6, and when the venue was asked for it, by the service's clock. */
export interface SeenBalance {
  readonly balanceE6: bigint;
  readonly atMs: number;
}

/** Why the balance of a wallet is not available. */
export type BalanceFailure =
  | OrderCallFailure
  | SecretFailure
  | WalletNotReady
  | WalletForbidden
  | StoreFailed;

/** Asks the venue for balances: callers who ask together, or soon after each other, share it. */
export class WalletBalances extends Context.Service<WalletBalances, {
  /** `isCached`: the venue was not asked for this caller. */
  readonly balance: (
    claim: WalletClaim,
  ) => Effect.Effect<SeenBalance & { readonly isCached: boolean }, BalanceFailure>;
}>()("core/use_case/WalletBalances") {}

/** How many balances are kept, and for how long. A failure is shared, but not kept. */
const BALANCES_MAX = 1_000;
const BALANCE_TTL_MS = 3_000;

/** The balances over the venue. */
export const layerWalletBalances = Layer.effect(
  WalletBalances,
  Effect.gen(function* () {
    const ask = Effect.fnUntraced(function* (key: string) {
      const { holder, wallet: { signatureType } } = yield* tradingWallet(JSON.parse(key));
      const atMs = yield* Clock.currentTimeMillis;
      const balanceE6 = yield* (yield* OrderVenue).balanceE6({ holder, signatureType });
      return { balanceE6, atMs } satisfies SeenBalance;
    });
    const cache = yield* Cache.makeWith(ask, {
      capacity: BALANCES_MAX,
      timeToLive: (exit) => Exit.isSuccess(exit) ? BALANCE_TTL_MS : 0,
    });
    return WalletBalances.of({
      balance: Effect.fnUntraced(function* ({ walletId, accountId }) {
        const key = JSON.stringify({ walletId, accountId } satisfies WalletClaim);
        const isCached = yield* Cache.has(cache, key);
        return { ...yield* Cache.get(cache, key), isCached };
      }),
    });
  }),
);

/** What a wallet has and what it spent. Amounts are USDC times 10^6. */
export interface WalletFunds {
  readonly balance: Result.Result<SeenBalance & { readonly isCached: boolean }, BalanceFailure>;
  /** What its orders of the UTC day are worth that are not refused, as its limit counts them. */
  readonly spentE6: bigint;
  readonly dayMaxE6: Option.Option<bigint>;
  /** The end of that UTC day, by the service's clock. */
  readonly dayEndMs: number;
  /** When all of this was known, by the service's clock. */
  readonly atMs: number;
}

/**
 * Returns what a wallet has and spent. What was spent is known without the venue and the wallet's
 * secrets, so a balance that cannot be had is a part of the answer, and not a failure.
 */
export const walletFunds = Effect.fn("walletFunds")(function* (claim: WalletClaim) {
  const { wallet } = yield* claimedWallet(claim);
  // An order whose refusal is not stored yet would still count.
  yield* (yield* Idempotency).awaitDeferred;
  const { startMs, endMs } = spendingDayOf(yield* Clock.currentTimeMillis);
  const store = yield* OrderStore;
  const { balance, spentE6 } = yield* Effect.all({
    balance: Effect.result((yield* WalletBalances).balance(claim)),
    spentE6: store.spentE6({ walletId: wallet.id, startMs, endMs }),
  }, { concurrency: "unbounded" });
  const { dayMaxE6 } = wallet.limits;
  const atMs = yield* Clock.currentTimeMillis;
  return { balance, spentE6, dayMaxE6, dayEndMs: endMs, atMs } satisfies WalletFunds;
});
