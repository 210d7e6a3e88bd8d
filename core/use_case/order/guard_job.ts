/**
 * The job that fires the guards of wallets.
 *
 * The store decides who is due and keeps what has fired, so that any replica can go on with it,
 * also after a restart.
 *
 * @module
 */
import { Clock, Effect, Option, Queue } from "effect";
import { type FiredGuard, GuardStore } from "../../port/guard_store.ts";
import { Leases } from "../../port/leases.ts";
import { ClockSpeed } from "../time/machine_time.ts";
import { logFailure, recordRun, repeatJob, waits } from "../time/repeat_job.ts";
import { cancelGuarded } from "./guard_firing.ts";
import { OrderSignals } from "./order_signals.ts";

/** The name of this job on the status page. */
const KEEP_GUARDS = "keep_guards";
/** One replica fires: another would ask the venue for the same. */
const LEASE = "guards";
/** How often the store is asked, in machine time: other replicas arm guards too. */
const EVERY_MS = 250;
/** How soon what may still rest is canceled once more, in machine time. */
const AGAIN_MS = 1_000;
/** How many guards are taken at a time. */
const GUARDS_MAX = 200;

/** Cancels for one guard that has fired. Its wallet is tried again while that fails. */
const cancelling = (fired: FiredGuard) =>
  Effect.catch(
    cancelGuarded(fired),
    ({ message }) =>
      Effect.annotateLogs(Effect.logWarning("Cannot cancel what a guard is to end"), {
        walletId: fired.walletId,
        why: message,
      }),
  );

const guarding = Effect.gen(function* () {
  const speed = yield* ClockSpeed;
  const store = yield* GuardStore;
  const { guards } = yield* OrderSignals;
  const running = new Set<string>();
  let waitMs = 0;
  /** A wallet whose venue hangs holds up no other wallet, and is not asked for twice at once. */
  const start = Effect.fnUntraced(function* (fired: FiredGuard) {
    const name = `${fired.walletId} ${fired.firedMs}`;
    if (running.has(name)) return;
    running.add(name);
    const ended = Effect.sync(() => running.delete(name));
    yield* Effect.forkScoped(Effect.ensuring(cancelling(fired), ended), { startImmediately: true });
  });
  const fire = Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis;
    const againMs = nowMs + AGAIN_MS * speed;
    const { fired, nextMs } = yield* store.takeFired({ nowMs, againMs, limit: GUARDS_MAX });
    yield* Effect.forEach(fired, start, { discard: true });
    const untilMs = Option.match(nextMs, {
      onNone: () => EVERY_MS,
      onSome: (ms) => Math.ceil((ms - nowMs) / speed),
    });
    waitMs = Math.max(1, Math.min(EVERY_MS, untilMs));
  });
  return yield* repeatJob(fire, {
    schedule: waits(() => waitMs),
    wake: Queue.take(guards),
    failed: logFailure("Cannot fire the guards of wallets"),
    ended: recordRun(KEEP_GUARDS),
  });
});

/** Fires guards in a loop, on one replica. */
export const keepGuards = Effect.gen(function* () {
  return yield* (yield* Leases).whileHeld(LEASE, Effect.scoped(guarding));
});
