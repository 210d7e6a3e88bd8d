/**
 * The sandbox's clock as the service's, with its speed.
 *
 * @module
 */
import { Layer } from "effect";
import { ClockSpeed } from "../../core/use_case/time/mod.ts";
import { layerClock, type SandboxClock } from "../simulator/kit/clock.ts";

/** Provides a sandbox clock, and says how much faster than the machine's it runs. */
export function layerSandboxTime(clock: SandboxClock): Layer.Layer<never> {
  return Layer.merge(layerClock(clock), Layer.succeed(ClockSpeed, clock.speed));
}
