/**
 * The machine's own time, in which networks live whatever the clock of the service does.
 *
 * @module
 */
import { Clock, Context, Effect } from "effect";

/** Tells the machine's time, and waits in it. */
export interface MachineClock {
  /** Whole unix milliseconds. They go on through a restart. */
  readonly nowMs: Effect.Effect<number>;
  readonly sleep: (ms: number) => Effect.Effect<void>;
}

/** The clock in force. Where nobody has set another one, it is the service's own. */
export const MachineTime = Context.Reference<MachineClock>("core/use_case/MachineTime", {
  defaultValue: () => ({ nowMs: Clock.currentTimeMillis, sleep: (ms) => Effect.sleep(ms) }),
});
