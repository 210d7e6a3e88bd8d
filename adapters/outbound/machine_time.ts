/**
 * Deadlines in machine time.
 *
 * The process's clock may run faster than the machine's (the sandbox does that), but a network does
 * not; waits for networks are therefore timed here.
 *
 * @module
 */
import { Effect } from "effect";

/** Timers of some clock, in milliseconds from an arbitrary origin. */
export interface Timers {
  readonly nowMs: () => number;
  /** Calls `act` once, so much later. Returns a function that prevents it. */
  readonly after: (ms: number, act: () => void) => () => void;
}

/** The machine's own. */
export const MACHINE_TIMERS: Timers = {
  nowMs: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};

/** Fails with `onTimeout()` if the effect takes longer. The effect is interrupted. */
export function withinMachineTime<A, E, R, E2>(
  effect: Effect.Effect<A, E, R>,
  options: { readonly timeoutMs: number; readonly onTimeout: () => E2 },
): Effect.Effect<A, E | E2, R> {
  const timeout = Effect.callback<never, E2>((resume) => {
    const timer = setTimeout(() => resume(Effect.fail(options.onTimeout())), options.timeoutMs);
    return Effect.sync(() => clearTimeout(timer));
  });
  return Effect.raceFirst(effect, timeout);
}

/** Sleeps by the machine's clock, in milliseconds. */
export function sleepMachineTime(ms: number): Effect.Effect<void> {
  return Effect.callback<void>((resume) => {
    const timer = setTimeout(() => resume(Effect.void), ms);
    return Effect.sync(() => clearTimeout(timer));
  });
}
