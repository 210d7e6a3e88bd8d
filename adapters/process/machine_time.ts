/**
 * The machine's own time, beside a service's clock that may run faster.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { MachineTime } from "../../core/use_case/time/mod.ts";
import { MachineTimers, sleepMachineTime } from "../outbound/mod.ts";

/** Provides machine time. It is monotonic: a clock set back must not make an order look younger. */
export const layerMachineTime: Layer.Layer<never> = Layer.effect(
  MachineTime,
  Effect.map(MachineTimers, ({ unixMs }) => ({
    nowMs: Effect.sync(() => Math.floor(unixMs())),
    sleep: sleepMachineTime,
  })),
);
