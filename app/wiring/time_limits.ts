/**
 * The time limits of a service, all in machine time.
 *
 * @module
 */
import { Layer } from "effect";
import { sleepMachineTime } from "../../adapters/outbound/mod.ts";
import { layerMachineTime } from "../../adapters/process/machine_time.ts";
import { CatchUpTimeout } from "../../core/use_case/live/mod.ts";

/** The longest time a missed target delays the next one of its series. */
const CATCH_UP_PATIENCE_MS = 1_000;

/** Provides them. */
export const layerTimeLimits = Layer.mergeAll(
  Layer.succeed(CatchUpTimeout, sleepMachineTime(CATCH_UP_PATIENCE_MS)),
  layerMachineTime,
);
