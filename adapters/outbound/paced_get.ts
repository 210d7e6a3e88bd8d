/**
 * GETs of a provider that lists much: at a pace, and asked again where that may help.
 *
 * @module
 */
import { Clock, Data, Effect, Schedule } from "effect";
import type { ProviderFailed } from "../../core/port/mod.ts";
import { type HttpAnswer, makeHttpGet } from "./http_call.ts";
import { makePacer } from "./pacer.ts";

/** The pace of one provider, and what helps when it is in trouble. */
export interface PaceOptions {
  /** How many calls may begin in a second of the service's clock. */
  readonly callsPerSec: number;
  readonly retriesMax: number;
  /** How long a pause that the provider asks for may be, if we are to wait for its end. */
  readonly pauseSecMax: number;
  /** Undefined for an answer that says something. */
  readonly failureOf: (answer: HttpAnswer) => ProviderFailed | undefined;
}

/** How to ask one provider. */
export interface PacedGetOptions extends PaceOptions {
  readonly provider: string;
  /** Of one call, in machine time. */
  readonly timeoutMs: number;
}

/** Asks for a whole URL. */
export type PacedGet = (url: string) => Effect.Effect<HttpAnswer, ProviderFailed>;

/** Makes them. One a process: it is what keeps the pace. */
export const makePacedGet = Effect.fnUntraced(function* (options: PacedGetOptions) {
  const { provider, timeoutMs } = options;
  const get: PacedGet = paced(yield* makeHttpGet({ provider, timeoutMs }), options);
  return get;
});

/**
 * The same question at a pace. A 429 holds up every call, for as long as it asks; a firewall or a
 * region does not change, and is told at once.
 */
export function paced<A extends HttpAnswer>(
  ask: (url: string) => Effect.Effect<A, ProviderFailed>,
  options: PaceOptions,
): (url: string) => Effect.Effect<A, ProviderFailed> {
  const { pauseSecMax } = options;
  const pacer = makePacer({ calls: options.callsPerSec, perMs: 1_000 });

  const attempt = Effect.fnUntraced(function* (url: string) {
    yield* pacer.take;
    const answer = yield* Effect.mapError(
      ask(url),
      (failure) => new Trouble({ failure, mayPass: failure.reason !== "unreadable" }),
    );
    const failure = options.failureOf(answer);
    if (failure === undefined) return answer;
    if (answer.status !== 429) {
      return yield* new Trouble({ failure, mayPass: failure.reason === "unreachable" });
    }
    const { retryAfterSec: waitSec = 0 } = failure;
    const nowMs = yield* Clock.currentTimeMillis;
    yield* pacer.pauseUntil(nowMs + Math.min(waitSec, pauseSecMax) * 1_000);
    return yield* new Trouble({ failure, mayPass: waitSec <= pauseSecMax });
  });

  return (url) =>
    attempt(url).pipe(
      Effect.retry({
        schedule: Schedule.exponential("200 millis").pipe(Schedule.jittered),
        times: options.retriesMax,
        while: ({ mayPass }) => mayPass,
      }),
      Effect.mapError(({ failure }) => failure),
    );
}

/** A failure, and whether the same question may find an answer a moment later. */
class Trouble extends Data.TaggedError("Trouble")<{
  readonly failure: ProviderFailed;
  readonly mayPass: boolean;
}> {}
