/**
 * What runs an adapter against a simulator: a clock that stands, and a watch over no provider.
 *
 * @module
 */
import { Effect, Logger, type Scope } from "effect";
import { layerProviderWatch } from "../adapters/process/provider_watch.ts";
import type { ProviderWatch } from "../core/port/provider_watch.ts";
import { layerStillClock, type StillClock } from "./simulator/kit/support.ts";

/** A watch over no provider. */
export const UNWATCHED = layerProviderWatch({ providers: [], off: [] });

/** Runs a program in a scope. */
export function runScoped<A, E>(
  program: Effect.Effect<A, E, ProviderWatch | Scope.Scope>,
): Promise<A> {
  return Effect.runPromise(Effect.provide(Effect.scoped(program), UNWATCHED));
}

/** Runs a program in a scope, without a log; its clock moves only for those who sleep. */
export function runStill<A, E>(
  clock: StillClock,
  program: Effect.Effect<A, E, ProviderWatch | Scope.Scope>,
): Promise<A> {
  return runScoped(
    Effect.provide(Effect.scoped(program), [layerStillClock(clock), Logger.layer([])]),
  );
}
