/**
 * What calls to providers share with those of the other replicas of a fleet: paces, weights and
 * answers.
 *
 * @module
 */
import { Context, Effect } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { HttpAnswer } from "./http_call.ts";

/** A pace that all replicas keep together. `perMs` is on the service's clock. */
export interface SharedPace {
  readonly name: string;
  readonly calls: number;
  readonly perMs: number;
}

/** Weight that all replicas use together within one minute of a provider's calendar. */
export interface SharedWeight {
  readonly name: string;
  readonly minute: number;
  readonly weight: number;
  /** The most that all calls of the minute may weigh. */
  readonly weightMax: number;
}

/** A question that replicas may ask at the same time. */
export interface SharedQuestion {
  readonly name: string;
  /** How long an answer also serves the others, in machine time; a failure has no answer. */
  readonly lifeMs: (answer: HttpAnswer | undefined) => number;
}

/**
 * A call stands in a queue of limits until it is sent; then the provider answers, whatever its
 * status, or the attempt is lost: the way there may be blocked for this replica alone.
 */
export type CallStep = "queued" | "sent" | "answered" | "lost";

/**
 * Is told where a call is: whoever makes it for others keeps it longer while it only stands in a
 * queue, and lets another one try once an attempt is lost. Default: nobody.
 */
export const CallProgress = Context.Reference<(step: CallStep) => void>(
  "adapters/outbound/CallProgress",
  { defaultValue: () => () => {} },
);

/** The calls of a fleet. Where the others cannot be reached, each replica keeps its own limits. */
export interface FleetCallsService {
  /** Waits until the fleet may start another call. */
  readonly takeSlot: (pace: SharedPace) => Effect.Effect<void>;
  /** Returns false if the weight no longer fits into the minute. */
  readonly addWeight: (weight: SharedWeight) => Effect.Effect<boolean>;
  /**
   * Asks, unless another replica is asking: then its answer is waited for, or the failure that the
   * provider answered with. A replica that cannot reach the provider lets the next one ask, and
   * after two such all ask. One that hangs is not waited for any longer than 6 s after its call was
   * sent, one that dies 3 s.
   */
  readonly share: (
    question: SharedQuestion,
    ask: Effect.Effect<HttpAnswer, ProviderFailed>,
  ) => Effect.Effect<HttpAnswer, ProviderFailed>;
}

/** The fleet's calls. Default: those of a process alone. */
export const FleetCalls = Context.Reference<FleetCallsService>("adapters/outbound/FleetCalls", {
  defaultValue: () => ({
    takeSlot: () => Effect.void,
    addWeight: () => Effect.succeed(true),
    share: (_question, ask) => ask,
  }),
});
