/**
 * Paced GET calls with retries, for providers with long listings.
 *
 * @module
 */
import { Clock, Data, Effect, Schedule } from "effect";
import type { ProviderFailed } from "../../core/port/mod.ts";
import { type HttpAnswer, makeHttpGet } from "./http_call.ts";
import { makePacer } from "./pacer.ts";

/** The pace of one provider, and its retries. */
export interface PaceOptions {
  /** How many calls may start per second of the service's clock. */
  readonly callsPerSec: number;
  readonly retriesMax: number;
  /** The longest pause, in seconds, that is waited for if the provider asks for one. */
  readonly pauseSecMax: number;
  /** Returns the failure of an answer, or undefined if the answer is usable. */
  readonly failureOf: (answer: HttpAnswer) => ProviderFailed | undefined;
}

/** The options of paced calls to one provider. */
export interface PacedGetOptions extends PaceOptions {
  readonly provider: string;
  /** The time limit of one call, in machine time. */
  readonly timeoutMs: number;
}

/** Calls an absolute URL. */
export type PacedGet = (url: string) => Effect.Effect<HttpAnswer, ProviderFailed>;

/** Creates paced calls. Create one per process: it holds the pace. */
export const makePacedGet = Effect.fnUntraced(function* (options: PacedGetOptions) {
  const { provider, timeoutMs } = options;
  const get: PacedGet = paced(yield* makeHttpGet({ provider, timeoutMs }), options);
  return get;
});

/**
 * Paces and retries calls. A 429 pauses all calls for as long as it asks; a firewall or a region
 * block does not change and fails immediately.
 */
export function paced<A extends HttpAnswer>(
  ask: (url: string) => Effect.Effect<A, ProviderFailed>,
  options: PaceOptions,
): (url: string) => Effect.Effect<A, ProviderFailed> {
  const { pauseSecMax } = options;
  const pacer = makePacer({ calls: options.callsPerSec, perMs: 1_000 });

  const attempt = Effect.fnUntraced(function* (url: string) {
    yield* pacer.take();
    const answer = yield* Effect.mapError(
      ask(url),
      (failure) => new AttemptFailed({ failure, isRetryable: failure.reason !== "unreadable" }),
    );
    const failure = options.failureOf(answer);
    if (failure === undefined) return answer;
    if (answer.status !== 429) {
      return yield* new AttemptFailed({ failure, isRetryable: failure.reason === "unreachable" });
    }
    const { retryAfterSec: waitSec = 0 } = failure;
    const nowMs = yield* Clock.currentTimeMillis;
    yield* pacer.pauseUntil(nowMs + Math.min(waitSec, pauseSecMax) * 1_000);
    return yield* new AttemptFailed({ failure, isRetryable: waitSec <= pauseSecMax });
  });

  return (url) =>
    attempt(url).pipe(
      Effect.retry({
        schedule: Schedule.exponential("200 millis").pipe(Schedule.jittered),
        times: options.retriesMax,
        while: ({ isRetryable }) => isRetryable,
      }),
      Effect.mapError(({ failure }) => failure),
    );
}

/** A failure, and whether a retry may succeed. */
class AttemptFailed extends Data.TaggedError("AttemptFailed")<{
  readonly failure: ProviderFailed;
  readonly isRetryable: boolean;
}> {}
