/**
 * Runs a command's work, which Ctrl-C ends after it has tidied up.
 *
 * @module
 */
import { Cause, Effect, Exit, Option, References } from "effect";
import { onEndSignal, STOPPED_CODE } from "../wiring/end_signal.ts";

/** Returns the result. Rejects with the failure; exits with 130 once an interruption is done. */
export async function runInterruptible<A>(work: Effect.Effect<A, unknown>): Promise<A> {
  const abort = new AbortController();
  const forget = onEndSignal(() => abort.abort());
  // The command prints its failure.
  const quiet = Effect.provideService(work, References.MinimumLogLevel, "None");
  const exit = await Effect.runPromiseExit(quiet, { signal: abort.signal });
  forget();
  if (abort.signal.aborted && Exit.isFailure(exit)) {
    console.error("Stopped; nothing was changed");
    process.exit(STOPPED_CODE);
  }
  if (Exit.isSuccess(exit)) return exit.value;
  throw Option.getOrElse(Cause.findErrorOption(exit.cause), () => Cause.squash(exit.cause));
}

/**
 * Runs a promise whose end an interruption waits for, so that it has tidied up before the process
 * exits. `Effect.tryPromise` aborts the signal and goes on at once.
 */
export function untilSettled<A>(
  start: (signal: AbortSignal) => Promise<A>,
): Effect.Effect<A, unknown> {
  return Effect.callback((resume, signal) => {
    const running = start(signal);
    void running.then(
      (value) => resume(Effect.succeed(value)),
      (cause: unknown) => resume(Effect.fail(cause)),
    );
    return Effect.promise(() => running.then(() => {}, () => {}));
  });
}
