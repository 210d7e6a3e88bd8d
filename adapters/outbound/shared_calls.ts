/**
 * Equal calls to a provider that one replica of a fleet makes for all.
 *
 * @module
 */
import { Effect } from "effect";
import { FleetCalls } from "./fleet_calls.ts";
import type { HttpAnswer } from "./http_call.ts";
import type { ProviderAsk, ProviderCall } from "./provider_client.ts";

/** Whose calls are shared, and how. */
export interface SharedCalls<C extends ProviderCall> {
  readonly provider: string;
  /** How long an answer, or a failure, also serves the others, in machine time. */
  readonly lifeMs: number;
  /** Whether an answer never changes: then it serves the others longer. Default: none does. */
  readonly isLasting?: (call: C, answer: HttpAnswer) => boolean;
  /** What a call asks, beside its path. Default: nothing. */
  readonly detailOf?: (call: C) => string;
}

/** Until then every replica has received what was found, or finds it in the store. */
const LASTING_MS = 5_000;

/** Joins calls that are equal to one that another replica makes. Only for calls that read. */
export function shareCalls<C extends ProviderCall>(
  ask: ProviderAsk<C, HttpAnswer>,
  { provider, lifeMs, isLasting = () => false, detailOf = () => "" }: SharedCalls<C>,
): ProviderAsk<C, HttpAnswer> {
  return (call) =>
    Effect.flatMap(FleetCalls, ({ share }) => {
      const name = [provider, call.path, detailOf(call)].join(" ");
      const lifeOf = (answer: HttpAnswer | undefined) =>
        answer !== undefined && isLasting(call, answer) ? LASTING_MS : lifeMs;
      return share({ name, lifeMs: lifeOf }, ask(call));
    });
}
