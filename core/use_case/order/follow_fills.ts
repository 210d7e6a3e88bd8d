/**
 * The job that follows the wallets whose orders have not all come to their end on the chain.
 *
 * @module
 */
import { Clock, Effect, FiberMap, Queue, Schedule } from "effect";
import { FillStore, type OpenWallet } from "../../port/fill_store.ts";
import { Leases } from "../../port/leases.ts";
import { logFailure, recordRun, repeatJob } from "../time/repeat_job.ts";
import { followWallet } from "./follow_wallet.ts";
import { OrderSignals } from "./order_signals.ts";

/** The name of this job on the status page. */
export const FOLLOW_FILLS = "follow_fills";

/** One replica listens: the others read what it stores. */
const LEASE = "order news";
/** How often the store is asked for wallets to follow, in machine time. */
const WALLETS_EVERY_MS = 1_000;
const WALLETS_LEAST_MS = 200;
/** The most wallets that are followed at once: those that traded last. */
const WALLETS_MAX = 200;
/** How soon a wallet that could not be followed is tried again, in machine time. */
const AGAIN_MS = 10_000;
/** For how long a wallet is still followed that has nothing open, by the service's clock. */
const IDLE_MS_MAX = 600_000;
/** For how long after an order its fills are missed if nobody tells of them. */
const UNHEARD_MS_MAX = 86_400_000;

/** Follows wallets in a loop, on one replica. */
export const followFills = Effect.gen(function* () {
  const following = Effect.scoped(Effect.gen(function* () {
    const { sent } = yield* OrderSignals;
    return yield* repeatJob(yield* FollowedWallets, {
      schedule: Schedule.spaced(WALLETS_EVERY_MS),
      wake: Queue.take(sent),
      // Orders may be sent far more often.
      leastMs: () => WALLETS_LEAST_MS,
      failed: logFailure("Cannot follow fills"),
      ended: recordRun(FOLLOW_FILLS),
    });
  }));
  return yield* (yield* Leases).whileHeld(LEASE, following);
});

/** A wallet that is followed, and when it had something open last. */
interface Followed {
  open: OpenWallet;
  openMs: number;
}

/** Makes what begins to follow the wallets that need it now, and leaves those that are over. */
const FollowedWallets = Effect.gen(function* () {
  const fillStore = yield* FillStore;
  const fibers = yield* FiberMap.make<string>();
  const followed = new Map<string, Followed>();
  return Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis;
    const sinceMs = nowMs - UNHEARD_MS_MAX;
    for (const open of yield* fillStore.openWallets({ sinceMs, limit: WALLETS_MAX })) {
      const known = followed.get(open.walletId);
      if (known === undefined) followed.set(open.walletId, { open, openMs: nowMs });
      else Object.assign(known, { open, openMs: nowMs });
    }
    for (const [walletId, wallet] of followed) {
      const idleMs = nowMs - wallet.openMs;
      if (idleMs > IDLE_MS_MAX || (idleMs > 0 && followed.size > WALLETS_MAX)) {
        followed.delete(walletId);
        yield* FiberMap.remove(fibers, walletId);
        continue;
      }
      const following = repeatJob(followWallet({ walletId, open: () => wallet.open }), {
        schedule: Schedule.spaced(AGAIN_MS),
        failed: logFailure("Cannot follow a wallet's fills"),
      });
      yield* FiberMap.run(fibers, walletId, following, { onlyIfMissing: true });
    }
  });
});
