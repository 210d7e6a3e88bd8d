/**
 * The deadline of a provider.
 *
 * @module
 */
import type { Effect } from "effect";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { withinMachineTime } from "./machine_time.ts";

/** Fails with the provider's `timeout` if the effect takes longer. The effect is interrupted. */
export function withinDeadline<A, E, R>(
  effect: Effect.Effect<A, E, R>,
  { provider, timeoutMs }: { readonly provider: string; readonly timeoutMs: number },
): Effect.Effect<A, E | ProviderFailed, R> {
  const onTimeout = () =>
    new ProviderFailed({ provider, reason: "timeout", cause: new Error("deadline") });
  return withinMachineTime(effect, { timeoutMs, onTimeout });
}
