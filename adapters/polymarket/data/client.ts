/**
 * The venue's data service: how markets were resolved, one condition per call, and its index of
 * wallets.
 *
 * @module
 */
import { Effect, type Option } from "effect";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { ConditionId, Resolution } from "../../../core/venue/mod.ts";
import {
  type HttpAnswer,
  limitedFor,
  makeCallLimits,
  makeDecodeAnswer,
  makeProviderGet,
  shareCalls,
  wanting,
} from "../../outbound/mod.ts";
import { ResolutionsPayload } from "./payload.ts";
import { readResolution } from "./resolution.ts";
import { failureOf, indexFailureOf, unreadable, VENUE_DATA } from "./http_failure.ts";

const CALL_TIMEOUT_MS = 3_500;
const RETRIES = { max: 2, firstMs: 150 };
/** The time limit including retries, from the first call on. */
const ANSWER_TIMEOUT_MS = 8_000;

/**
 * The service publishes no limit for resolutions; this is a small part of the general one, and half
 * of the least one that its users have seen for wallets: 200 calls in 10 s. It is tried again after
 * a minute, even if it asks for a longer pause.
 */
const LIMITS = { pace: { calls: 10, perMs: 1_000 }, pause: { secMax: 60, isAwaited: false } };
/** A market is resolved once, hours after its end. */
const SHARED_MS = 2_000;
/** The maximum number of requests in flight or queued: fewer than fit into the time limit. */
const QUESTIONS_MAX = 60;
/** A call about a wallet waits as long as the service asks, up to this, and so many times. */
const INDEX_WAIT = { secMax: 15, times: 3 };

/** The service's URL, without a trailing slash. */
export interface DataOptions {
  readonly dataUrl: string;
}

/** One method per endpoint. */
export interface DataClient {
  /** Returns none for a condition that the venue does not know. */
  readonly resolution: (
    conditionId: ConditionId,
  ) => Effect.Effect<Option.Option<Resolution>, ProviderFailed>;
  /** Returns an answer of the index, by its path and query. */
  readonly readIndex: (path: string) => Effect.Effect<HttpAnswer, ProviderFailed>;
}

const decode = makeDecodeAnswer(VENUE_DATA, ResolutionsPayload);

/** Creates the client. Create one per process: it keeps the pace. Needs the `ProviderWatch`. */
export const makeDataClient = Effect.fnUntraced(function* ({ dataUrl }: DataOptions) {
  const limits = makeCallLimits(VENUE_DATA, LIMITS);
  const rules = {
    provider: VENUE_DATA,
    span: "data.get",
    hosts: dataUrl,
    timeoutMs: CALL_TIMEOUT_MS,
    limits: () => limits,
    retries: RETRIES,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
  };
  const calls = yield* makeProviderGet({ ...rules, failureOf });
  const indexCalls = yield* makeProviderGet({ ...rules, failureOf: indexFailureOf });
  const get = shareCalls(calls, { provider: VENUE_DATA, lifeMs: SHARED_MS });
  let questionCount = 0;

  const ask = Effect.fnUntraced(function* (conditionId: ConditionId) {
    const answer = yield* get({ path: `/v2/resolutions?condition=${conditionId}` });
    const payload = yield* decode(answer);
    return yield* Effect.mapError(
      Effect.fromResult(readResolution(payload, conditionId)),
      unreadable,
    );
  });

  const resolution: DataClient["resolution"] = (conditionId) =>
    Effect.suspend(() => {
      if (questionCount >= QUESTIONS_MAX) {
        const why = `${questionCount} requests are already queued`;
        return Effect.fail(limitedFor({ provider: VENUE_DATA, waitMs: 1_000, why }));
      }
      questionCount += 1;
      return Effect.ensuring(
        ask(conditionId),
        Effect.sync(() => {
          questionCount -= 1;
        }),
      );
    }).pipe(
      Effect.mapError((failure) => wanting(failure, `the resolution of condition ${conditionId}`)),
    );

  const readPatiently = (
    path: string,
    timesLeft: number,
  ): Effect.Effect<HttpAnswer, ProviderFailed> =>
    Effect.catchIf(
      indexCalls({ path }),
      ({ reason, retryAfterSec: waitSec = Infinity }) =>
        reason === "limited" && waitSec <= INDEX_WAIT.secMax && timesLeft > 0,
      ({ retryAfterSec: waitSec = 0 }) =>
        Effect.andThen(Effect.sleep(waitSec * 1_000), readPatiently(path, timesLeft - 1)),
    );

  return {
    resolution,
    readIndex: (path) => readPatiently(path, INDEX_WAIT.times),
  } satisfies DataClient;
});
