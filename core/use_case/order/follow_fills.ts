/**
 * The job that follows the wallets whose orders have not all come to their end on the chain.
 *
 * @module
 */
import { Clock, Effect, FiberMap, Option, Queue, Schedule } from "effect";
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
/** The same of a wallet that was not read yet: nobody may have listened since the order. */
const UNREAD_MS_MAX = 30 * UNHEARD_MS_MAX;

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

/** A wallet that is followed. */
interface Followed {
  open: OpenWallet;
  /** When it had something open last. */
  openMs: number;
  /** Whether its trades were read since it is followed. */
  isRead: boolean;
}

/** Makes what begins to follow the wallets that need it now, and leaves those that are over. */
const FollowedWallets = Effect.gen(function* () {
  const fillStore = yield* FillStore;
  const fibers = yield* FiberMap.make<string>();
  const followed = new Map<string, Followed>();
  let missedMsMax = UNREAD_MS_MAX;
  return Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis;
    const sinceMs = nowMs - missedMsMax;
    for (const open of yield* fillStore.openWallets({ sinceMs, limit: WALLETS_MAX })) {
      const known = followed.get(open.walletId);
      if (known === undefined) followed.set(open.walletId, { open, openMs: nowMs, isRead: false });
      else Object.assign(known, { open: openNow(known, open), openMs: nowMs });
    }
    missedMsMax = UNHEARD_MS_MAX;
    for (const [walletId, wallet] of followed) {
      const idleMs = nowMs - wallet.openMs;
      const idleMsMax = wallet.isRead ? IDLE_MS_MAX : UNHEARD_MS_MAX;
      if (idleMs > idleMsMax || (idleMs > 0 && followed.size > WALLETS_MAX)) {
        followed.delete(walletId);
        yield* FiberMap.remove(fibers, walletId);
        continue;
      }
      const wanted = followWallet({
        walletId,
        open: () => wallet.open,
        read: () => wallet.isRead || Object.assign(wallet, readOnce(wallet)),
      });
      const following = repeatJob(wanted, {
        schedule: Schedule.spaced(AGAIN_MS),
        failed: logFailure("Cannot follow a wallet's fills"),
      });
      yield* FiberMap.run(fibers, walletId, following, { onlyIfMissing: true });
    }
  });
});

/** What was missed before the first reading stays missed until then. */
function openNow({ open: before, isRead }: Followed, open: OpenWallet): OpenWallet {
  const known = Option.toArray(before.unsettledMs).concat(Option.toArray(open.unsettledMs));
  if (isRead || known.length === 0) return open;
  return { ...open, unsettledMs: Option.some(Math.min(...known)) };
}

/** What is still open after it is found again within a second. */
function readOnce({ open }: Followed): Pick<Followed, "open" | "isRead"> {
  return { open: { ...open, unsettledMs: Option.none() }, isRead: true };
}
