/**
 * The job that fires the guards of wallets.
 *
 * The store decides who is due and keeps what has fired, so that any replica can go on with it,
 * also after a restart.
 *
 * @module
 */
import { Effect } from "effect";
import { GuardStore } from "../../port/guard_store.ts";
import { doWhenDue } from "./due_job.ts";
import { cancelGuarded } from "./guard_firing.ts";
import { OrderSignals } from "./order_signals.ts";

/** How many guards are taken at a time. */
const GUARDS_MAX = 200;

/** Fires guards in a loop, on one replica, and cancels for each until nothing of before rests. */
export const keepGuards = Effect.gen(function* () {
  const store = yield* GuardStore;
  const { guards } = yield* OrderSignals;
  return yield* doWhenDue({
    name: "keep_guards",
    lease: "guards",
    wake: guards,
    take: Effect.fnUntraced(function* (at) {
      const { fired, nextMs } = yield* store.takeFired({ ...at, limit: GUARDS_MAX });
      const work = fired.map((each) =>
        [`${each.walletId} ${each.firedMs}`, cancelGuarded(each)] as const
      );
      return { work: new Map(work), nextMs };
    }),
    failed: {
      all: "Cannot fire the guards of wallets",
      one: "Cannot cancel what a guard is to end",
    },
  });
});
