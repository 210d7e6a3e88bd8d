/**
 * How long an account's real orders take, and how their fills settle: what its paper orders meet.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { BoundedMap } from "../../bounded_map.ts";
import { isPaperWallet, LISTED_STATES } from "../../order/mod.ts";
import { type SettlementTerms, USUAL_SETTLEMENT } from "../../paper/mod.ts";
import { FillStore } from "../../port/fill_store.ts";
import { OrderStore } from "../../port/order_store.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { WalletStore } from "../../port/wallet_store.ts";

/** What was measured of an account. */
export interface MeasuredConditions {
  /** From the request to the venue's answer, in milliseconds; of the newest orders. */
  readonly latenciesMs: ReadonlyArray<number>;
  readonly settlement: SettlementTerms;
}

/** How many of the newest orders and fills of each wallet count. */
const NEWEST = 100;
/** Fewer fills say nothing of how many fail. */
const FILLS_MIN = 20;
/** What was measured counts for so long. */
const AGE_MS_MAX = 300_000;
const WALLETS_MAX = 1_000;

/** The conditions where nothing was measured. */
const USUAL: MeasuredConditions = { latenciesMs: [100], settlement: USUAL_SETTLEMENT };

/** Makes what returns the conditions of the account that a wallet belongs to. */
export const makeMeasuredConditions = Effect.gen(function* () {
  const [wallets, orders, fills] = [yield* WalletStore, yield* OrderStore, yield* FillStore];
  const measured = new BoundedMap<string, MeasuredConditions & { readonly atMs: number }>(
    WALLETS_MAX,
  );

  const measure = Effect.fnUntraced(function* (accountId: string) {
    const real = (yield* wallets.ofAccount(accountId)).filter(({ id }) => !isPaperWallet(id));
    const latenciesMs: Array<number> = [];
    let [settled, failed] = [0, 0];
    for (const { id: walletId } of real) {
      const listing = { walletId, conditionId: Option.none(), after: Option.none(), limit: NEWEST };
      for (const order of yield* orders.list({ ...listing, states: LISTED_STATES })) {
        latenciesMs.push(...Option.toArray(order.latencyMs));
      }
      const ended = yield* fills.list({
        ...listing,
        states: ["confirmed", "failed"],
        orderId: Option.none(),
        sinceMs: Option.none(),
      });
      settled += ended.length;
      failed += ended.filter(({ state }) => state === "failed").length;
    }
    return {
      latenciesMs: latenciesMs.length === 0 ? USUAL.latenciesMs : latenciesMs,
      settlement: settled < FILLS_MIN
        ? USUAL.settlement
        : { ...USUAL.settlement, failedShare: failed / settled },
    } satisfies MeasuredConditions;
  });

  return Effect.fnUntraced(function* (
    walletId: string,
  ): Effect.fn.Return<MeasuredConditions, StoreFailed> {
    const nowMs = yield* Clock.currentTimeMillis;
    const known = measured.get(walletId);
    if (known !== undefined && nowMs - known.atMs < AGE_MS_MAX) return known;
    const found = yield* wallets.find(walletId);
    if (Option.isNone(found)) return USUAL;
    const now = { ...yield* measure(found.value.wallet.accountId), atMs: nowMs };
    measured.setNewest(walletId, now);
    return now;
  });
});
