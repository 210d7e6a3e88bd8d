/**
 * Drops what nobody can sign in with any more: expired sessions and links, and old failures.
 *
 * @module
 */
import { Cause, Effect, Schedule } from "effect";
import { SessionStore } from "../../port/session_store.ts";
import { SignInStore } from "../../port/sign_in_store.ts";
import { MachineTime } from "../time/machine_time.ts";
import { repeatJob } from "../time/repeat_job.ts";
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
export const keepSignInsPruned = repeatJob(pruneSignIns(), {
  schedule: Schedule.spaced(EVERY_MS),
  failed: (cause) => Effect.logWarning("Cannot drop old sessions", Cause.squash(cause)),
});
