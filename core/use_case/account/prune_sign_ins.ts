/**
 * Drops what nobody can sign in with any more: expired sessions and links, and old failures.
 *
 * @module
 */
import { Effect } from "effect";
import { SessionStore, SignInStore } from "../../port/mod.ts";
import { MachineTime } from "../time/machine_time.ts";
import { CALLERS_MAX, FAILURES_KEPT_MS } from "./growing_waits.ts";

const EVERY_MS = 10 * 60_000;

/** Drops it once. */
export const pruneSignIns = Effect.fn("pruneSignIns")(function* () {
  const nowMs = yield* (yield* MachineTime).nowMs;
  yield* (yield* SessionStore).prune(nowMs);
  yield* (yield* SignInStore).prune({
    nowMs,
    failuresSinceMs: nowMs - FAILURES_KEPT_MS,
    callersMax: CALLERS_MAX,
  });
});

/** Drops it every few minutes, in a loop. */
export const keepSignInsPruned = Effect.gen(function* () {
  const { sleep } = yield* MachineTime;
  const pruning = pruneSignIns().pipe(
    Effect.catch((failure) => Effect.logWarning("Cannot drop old sessions", failure)),
    Effect.andThen(sleep(EVERY_MS)),
  );
  yield* Effect.forever(pruning);
});
