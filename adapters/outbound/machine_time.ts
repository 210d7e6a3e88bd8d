/**
 * Deadlines in machine time.
 *
 * The process's clock may run faster than the machine's (the sandbox does that), but a network does
 * not; waits for networks are therefore timed here. Where the network is a recording, its time is
 * the machine's.
 *
 * @module
 */
import { Context, Effect } from "effect";

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

/** Timers that also know the date, in unix milliseconds. It never goes back. */
export interface DatedTimers extends Timers {
  readonly unixMs: () => number;
}

/** The timers in force. Default: the machine's own. */
export const MachineTimers = Context.Reference<DatedTimers>("adapters/outbound/MachineTimers", {
  defaultValue: () => ({
    ...MACHINE_TIMERS,
    unixMs: () => performance.timeOrigin + performance.now(),
  }),
});

/** Fails with `onTimeout()` if the effect takes longer. The effect is interrupted. */
export function withinMachineTime<A, E, R, E2>(
  effect: Effect.Effect<A, E, R>,
  options: { readonly timeoutMs: number; readonly onTimeout: () => E2 },
): Effect.Effect<A, E | E2, R> {
  const { timeoutMs, onTimeout } = options;
  const timeout = Effect.andThen(
    sleepMachineTime(timeoutMs),
    Effect.suspend(() => Effect.fail(onTimeout())),
  );
  return Effect.raceFirst(effect, timeout);
}

/** Sleeps by the machine's clock, in milliseconds. */
export function sleepMachineTime(ms: number): Effect.Effect<void> {
  return Effect.flatMap(MachineTimers, ({ after }) =>
    Effect.callback<void>((resume) => {
      const forget = after(ms, () => resume(Effect.void));
      return Effect.sync(forget);
    }));
}
