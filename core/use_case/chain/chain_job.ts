/**
 * The job that does on the chain what wallets are to do, one submission of a wallet at a time.
 *
 * Everything that it knows is in the store, so that any replica can go on with it, also after a
 * restart.
 *
 * @module
 */
import { Clock, Effect, Option, Result } from "effect";
import { ChainStore } from "../../port/chain_store.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { WalletStore } from "../../port/wallet_store.ts";
import { doWhenDue } from "../order/due_job.ts";
import { orderHolder } from "../order/trading_wallet.ts";
import { ClockSpeed } from "../time/machine_time.ts";
import { ChainSignals } from "./chain_signals.ts";
import { followSubmission } from "./follow_submission.ts";
import { judgeEnded } from "./judge_ended.ts";
import { sayWhy, signQueued } from "./sign_queued.ts";
import type { ChainWallet } from "./chain_wallet.ts";

/** How many wallets are taken at a time. */
const WALLETS_MAX = 200;
/** How soon a wallet is looked at again, in machine time, where nothing says sooner or later. */
const AGAIN_MS = 2_000;
/** How soon after somebody who is asked has failed. */
const FAILED_MS = 5_000;

/** Does what is due in a loop, on one replica. */
export const keepChainActions = Effect.gen(function* () {
  const store = yield* ChainStore;
  return yield* doWhenDue({
    name: "chain_actions",
    lease: "chain actions",
    wake: yield* ChainSignals,
    take: Effect.fnUntraced(function* (at) {
      const walletIds = yield* store.takeDue({ ...at, limit: WALLETS_MAX });
      const work = walletIds.map((walletId) => [walletId, advanceWallet(walletId)] as const);
      return { work: new Map(work), nextMs: Option.none<number>() };
    }),
    failed: {
      all: "Cannot take what wallets are to do on the chain",
      one: "Cannot go on with what a wallet is to do on the chain",
    },
  });
});

/** Takes the next steps of a wallet, as far as they go without waiting. */
export const advanceWallet = Effect.fn("advanceWallet")(function* (walletId: string) {
  const store = yield* ChainStore;
  const found = yield* (yield* WalletStore).find(walletId);
  if (Option.isNone(found)) return;
  const stored: ChainWallet = { ...found.value, holder: yield* orderHolder(found.value) };
  const afterMs = yield* stepsOf(stored);
  const nowMs = yield* Clock.currentTimeMillis;
  yield* store.lookAt({ walletId, atMs: Math.ceil(nowMs + afterMs * (yield* ClockSpeed)) });
});

/** Returns after how long the wallet is to be looked at again, in machine time. */
const stepsOf = Effect.fnUntraced(function* (stored: ChainWallet) {
  const store = yield* ChainStore;
  const { wallet } = stored;
  const before = yield* store.openOf(wallet.id);
  const inFlight = Option.isSome(before.inFlight)
    ? yield* followed(before.inFlight.value, wallet)
    : { isOver: true } as const;
  // What is over is judged also while other bytes are on their way, some of which stay for ever.
  const { ended } = yield* store.openOf(wallet.id);
  const left = yield* judgeEnded(stored, ended);
  if (!inFlight.isOver) return inFlight.afterMs;
  // Of a market whose shares may be gone, nothing else is signed.
  const unclear = new Set(left.map(({ action }) => action.market.conditionId));
  const { queued, signedBefore } = yield* store.openOf(wallet.id);
  const free = queued.filter(({ market }) => !unclear.has(market.conditionId));
  if (free.length === 0) return AGAIN_MS;
  const signed = yield* Effect.result(signQueued(stored, { queued: free, signedBefore }));
  if (Result.isFailure(signed)) {
    if (!isOfOthers(signed.failure)) return yield* Effect.fail(signed.failure);
    const { message } = signed.failure;
    yield* Effect.forEach(free, (action) => sayWhy(action, message), { discard: true });
    return FAILED_MS;
  }
  if (Option.isNone(signed.success)) return AGAIN_MS;
  const sent = yield* followed(signed.success.value, wallet);
  return sent.isOver ? 0 : sent.afterMs;
});

/** Whoever is asked may fail; the bytes stay in flight, and their actions say why. */
const followed = (...[submission, wallet]: Parameters<typeof followSubmission>) =>
  followSubmission(submission, wallet).pipe(
    Effect.catchIf(isOfOthers, ({ message }) =>
      Effect.gen(function* () {
        const [{ id }, why] = [submission, Option.some(message)];
        yield* (yield* ChainStore).noteSubmission({ id, why });
        return { isOver: false, afterMs: FAILED_MS } as const;
      })),
  );

/** A failure that is not the store's. */
function isOfOthers<F extends { readonly _tag: string }>(
  failure: F,
): failure is Exclude<F, StoreFailed> {
  return failure._tag !== "StoreFailed";
}
