/**
 * What runs an adapter against a simulator: a clock that stands, and a watch over no provider.
 *
 * @module
 */
import { Effect, Layer, Logger, type Scope } from "effect";
import { layerProviderWatch } from "../adapters/process/provider_watch.ts";
import type { ProviderWatch } from "../core/port/mod.ts";
import { layerStillClock, type StillClock } from "./simulator/kit/support.ts";

/** Runs a program in a scope, without a log; its clock moves only for those who sleep. */
export function runStill<A, E>(
  clock: StillClock,
  program: Effect.Effect<A, E, ProviderWatch | Scope.Scope>,
): Promise<A> {
  const layers = Layer.mergeAll(
    layerStillClock(clock),
    layerProviderWatch({ providers: [], off: [] }),
    Logger.layer([]),
  );
  return Effect.runPromise(Effect.provide(Effect.scoped(program), layers));
}
