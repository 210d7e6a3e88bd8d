/** Runs what calls a provider at an instant, with a watch and without a log. @module */
import { Effect, Logger, type Scope } from "effect";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import type { ProviderWatch } from "../../../core/port/mod.ts";
import {
  layerStillClock,
  makeStillClock,
  ms,
  type StillClock,
} from "../../simulator/kit/support.ts";

/** Runs in a scope of its own, on a clock that moves when a fiber sleeps. */
export function runAt<A, E>(
  nowIso: string,
  body: (clock: StillClock) => Effect.Effect<A, E, ProviderWatch | Scope.Scope>,
): Promise<A> {
  const clock = makeStillClock(ms(nowIso));
  return Effect.runPromise(Effect.provide(Effect.scoped(body(clock)), [
    layerStillClock(clock),
    layerProviderWatch({ providers: [], off: [] }),
    Logger.layer([]),
  ]));
}
