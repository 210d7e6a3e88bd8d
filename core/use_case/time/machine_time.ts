/**
 * Machine time: real time, for network waits, whatever the speed of the service's clock.
 *
 * @module
 */
import { Clock, Context, Effect } from "effect";

/** Reads machine time and sleeps in it. */
export interface MachineClock {
  /** The time in whole unix milliseconds. It continues across restarts. */
  readonly nowMs: Effect.Effect<number>;
  readonly sleep: (ms: number) => Effect.Effect<void>;
}

/** The service's clock, which may run faster. */
export const SERVICE_TIME: MachineClock = {
  nowMs: Clock.currentTimeMillis,
  sleep: (ms) => Effect.sleep(ms),
};

/** The machine clock in force. Defaults to the service's clock. */
export const MachineTime = Context.Reference<MachineClock>("core/use_case/MachineTime", {
  defaultValue: () => SERVICE_TIME,
});

/** How many times faster the service's clock runs than the machine's. Defaults to 1. */
export const ClockSpeed = Context.Reference<number>("core/use_case/ClockSpeed", {
  defaultValue: () => 1,
});
