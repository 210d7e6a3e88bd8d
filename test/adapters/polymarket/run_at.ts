/** Runs what calls a provider at an instant, with a watch and without a log. @module */
import type { Effect, Scope } from "effect";
import type { ProviderWatch } from "../../../core/port/provider_watch.ts";
import { makeStillClock, ms, type StillClock } from "../../simulator/kit/support.ts";
import { runStill } from "../../still_run.ts";

/** Runs in a scope of its own, on a clock that moves when a fiber sleeps. */
export function runAt<A, E>(
  nowIso: string,
  body: (clock: StillClock) => Effect.Effect<A, E, ProviderWatch | Scope.Scope>,
): Promise<A> {
  const clock = makeStillClock(ms(nowIso));
  return runStill(clock, body(clock));
}
