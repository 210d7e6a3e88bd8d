/**
 * The machine's own time, beside a service's clock that may run faster.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { MachineTime } from "../../core/use_case/time/mod.ts";
import { sleepMachineTime } from "../outbound/mod.ts";

/** Provides machine time. It is monotonic: a clock set back must not make an order look younger. */
export const layerMachineTime: Layer.Layer<never> = Layer.succeed(MachineTime, {
  nowMs: Effect.sync(() => Math.floor(performance.timeOrigin + performance.now())),
  sleep: sleepMachineTime,
});

/** Milliseconds of machine time from an arbitrary origin, with fractions, to measure durations. */
export function stopwatchMs(): number {
  return performance.now();
}
