/**
 * A client for the provider's scoreboards with pacing, retries and host failover.
 *
 * @module
 */
import { Effect, Semaphore } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import { makeDecodeAnswer, makeHosts, makeProviderGet } from "../outbound/mod.ts";
import { troubleOf } from "./host_trouble.ts";
import { EspnScoreboard } from "./payload.ts";
import { failureOf, SCHEDULE } from "./http_failure.ts";

const CALL_TIMEOUT_MS = 10_000;
const RETRIES = { max: 2, firstMs: 250 };
/** The longest wait for a host; a call fails if every host refuses us for longer. */
const HOST_WAIT_MS_MAX = 3_000;
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
  const { callsPerSec = CALLS_PER_SEC, url, fallbackUrl } = options;
  const hosts = makeHosts({
    provider: SCHEDULE,
    origins: [url, ...(fallbackUrl === undefined ? [] : [fallbackUrl])],
    waitMsMax: HOST_WAIT_MS_MAX,
    troubleOf,
  });
  const burst = Math.max(1, Math.floor(callsPerSec));
  const get = yield* makeProviderGet({
    provider: SCHEDULE,
    span: "espn.get",
    hosts: () => hosts,
    timeoutMs: CALL_TIMEOUT_MS,
    failureOf,
    limits: { pace: { calls: burst, perMs: burst / callsPerSec * 1000 } },
    retries: RETRIES,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
  });
  const decode = makeDecodeAnswer(SCHEDULE, EspnScoreboard);
  const slots = yield* Semaphore.make(CALLS_MAX);

  return {
    scoreboard: ({ path: league, isOnce, query }) => {
      const path = `/apis/site/v2/sports/${league}/scoreboard?${new URLSearchParams(query)}`;
      return get({ path, isOnce }).pipe(slots.withPermits(1), Effect.flatMap(decode));
    },
  } satisfies EspnClient;
});
