/**
 * A client for the provider's scoreboards with pacing, retries and host failover.
 *
 * @module
 */
import { Clock, Effect, Schedule, Semaphore } from "effect";
import type { ProviderFailed } from "../../core/port/mod.ts";
import { makeDecodeAnswer, makeHttpGet, makePacer, withinDeadline } from "../outbound/mod.ts";
import { makeHosts } from "./hosts.ts";
import { EspnScoreboard } from "./payload.ts";
import { failureOf, SCHEDULE } from "./http_failure.ts";

/** This status limits all our calls, on every host. */
const TOO_MANY_CALLS = 429;
const CALL_TIMEOUT_MS = 10_000;
const RETRIES_MAX = 2;
/** Limit for all attempts together, from the first call: waiting in the queue does not count. */
const ANSWER_TIMEOUT_MS = 25_000;
/** Maximum number of requests in flight: scoreboards are large, and many are read together. */
const CALLS_MAX = 4;

/**
 * The provider publishes no limit. This rate, with 4 requests in flight, applies while all days of
 * all leagues are read for the first time, which takes half a minute; after that there is a call
 * every few seconds.
 */
const CALLS_PER_SEC = 30;

/** The provider's base URL, without a trailing slash, and the call rate. */
export interface EspnOptions {
  readonly url: string;
  /** Another host of the same interface, used while the first one refuses us. */
  readonly fallbackUrl?: string;
  /** Maximum calls per second of the service's clock. Above 0. Default: 30. */
  readonly callsPerSec?: number;
}

/** A scoreboard's path, `<sport>/<league>`, and the query. `isOnce`: no retries. */
export interface ScoreboardQuery {
  readonly path: string;
  readonly isOnce: boolean;
  readonly query: Readonly<Record<string, string>>;
}

/** Reads scoreboards. */
export interface EspnClient {
  readonly scoreboard: (query: ScoreboardQuery) => Effect.Effect<EspnScoreboard, ProviderFailed>;
}

/** Makes the client. Make one per process: it keeps the pace and the state of the hosts. */
export const makeEspnClient = Effect.fnUntraced(function* (options: EspnOptions) {
  const httpGet = yield* makeHttpGet({ provider: SCHEDULE, timeoutMs: CALL_TIMEOUT_MS });
  const decode = makeDecodeAnswer(SCHEDULE, EspnScoreboard);
  const hosts = makeHosts([
    options.url,
    ...(options.fallbackUrl === undefined ? [] : [options.fallbackUrl]),
  ]);
  const { callsPerSec = CALLS_PER_SEC } = options;
  const burst = Math.max(1, Math.floor(callsPerSec));
  const pacer = makePacer({ calls: burst, perMs: burst / callsPerSec * 1000 });
  const slots = yield* Semaphore.make(CALLS_MAX);

  const attempt = Effect.fn("espn.get")(function* (target: string) {
    yield* pacer.take();
    const url = yield* hosts.open;
    const learn = (failure: ProviderFailed, { isOfAll }: { readonly isOfAll: boolean }) =>
      Effect.map(
        Clock.currentTimeMillis,
        (nowMs) => hosts.failed(failure, { url, nowMs, isOfAll }),
      );
    const answer = yield* httpGet(url + target).pipe(
      Effect.tapError((failure) => learn(failure, { isOfAll: false })),
    );
    const failure = failureOf(answer);
    if (failure !== undefined) {
      yield* learn(failure, { isOfAll: answer.status === TOO_MANY_CALLS });
      return yield* failure;
    }
    hosts.answered(url);
    return answer;
  });

  const get = (target: string, isOnce: boolean) =>
    Clock.clockWith((clock) =>
      attempt(target).pipe(
        Effect.retry({
          schedule: Schedule.exponential("250 millis").pipe(Schedule.jittered),
          times: isOnce ? 0 : RETRIES_MAX,
          while: ({ reason }) =>
            reason !== "refused" && hosts.areOpenSoon(clock.currentTimeMillisUnsafe()),
        }),
      )
    );

  return {
    scoreboard: ({ path, isOnce, query }) => {
      const target = `/apis/site/v2/sports/${path}/scoreboard?${new URLSearchParams(query)}`;
      const deadline = { provider: SCHEDULE, timeoutMs: ANSWER_TIMEOUT_MS };
      return withinDeadline(get(target, isOnce), deadline).pipe(
        slots.withPermits(1),
        Effect.flatMap(decode),
      );
    },
  } satisfies EspnClient;
});
