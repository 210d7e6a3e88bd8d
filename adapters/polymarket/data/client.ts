/**
 * The venue's data service: how markets were resolved, one condition per call.
 *
 * @module
 */
import { Clock, Effect, Option, Schedule } from "effect";
import type { ProviderFailed } from "../../../core/port/mod.ts";
import type { ConditionId, Resolution } from "../../../core/venue/mod.ts";
import {
  isTransient,
  makeDecodeAnswer,
  makeHttpGet,
  makePacer,
  wanting,
  withinDeadline,
} from "../../outbound/mod.ts";
import { ResolutionsPayload } from "./payload.ts";
import { readResolution } from "./resolution.ts";
import { failureOf, turnedAway, unreadable, VENUE_DATA } from "./http_failure.ts";

const CALL_TIMEOUT_MS = 3_500;
const RETRIES_MAX = 2;
/** The time limit including retries, from the first call on. */
const ANSWER_TIMEOUT_MS = 8_000;
/** The longest pause before the service is tried again, even if it asks for more. */
const PAUSE_SEC_MAX = 60;

/** The service publishes no limit for resolutions; this is a small part of the general one. */
const CALLS_PER_SEC = 10;
/** The maximum number of requests in flight or queued: fewer than fit into the time limit. */
const QUESTIONS_MAX = 60;

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
}

const decode = makeDecodeAnswer(VENUE_DATA, ResolutionsPayload);

/** Creates the client. Create one per process: it keeps the pace. Needs the `ProviderWatch`. */
export const makeDataClient = Effect.fnUntraced(function* ({ dataUrl }: DataOptions) {
  const httpGet = yield* makeHttpGet({ provider: VENUE_DATA, timeoutMs: CALL_TIMEOUT_MS });
  const pacer = makePacer({ calls: CALLS_PER_SEC, perMs: 1_000 });
  let pausedUntilMs = 0;
  let questionCount = 0;

  const checkPause = Effect.flatMap(
    Clock.currentTimeMillis,
    (nowMs) =>
      nowMs < pausedUntilMs
        ? Effect.fail(turnedAway(pausedUntilMs - nowMs, "the service asked us to wait"))
        : Effect.void,
  );

  const attempt = Effect.fn("data.get")(function* (path: string) {
    yield* checkPause;
    yield* pacer.take();
    // Another call may have been told to wait while this one was queued.
    yield* checkPause;
    const answer = yield* httpGet(dataUrl + path);
    const failure = failureOf(answer);
    if (failure === undefined) return answer;
    if (answer.status === 429) {
      const waitSec = Math.min(failure.retryAfterSec ?? 0, PAUSE_SEC_MAX);
      const untilMs = (yield* Clock.currentTimeMillis) + waitSec * 1000;
      pausedUntilMs = Math.max(pausedUntilMs, untilMs);
    }
    return yield* failure;
  });

  const ask = Effect.fnUntraced(function* (conditionId: ConditionId) {
    const path = `/v2/resolutions?condition=${conditionId}`;
    const answer = yield* attempt(path).pipe(Effect.retry({
      schedule: Schedule.exponential("150 millis").pipe(Schedule.jittered),
      times: RETRIES_MAX,
      while: isTransient,
    }));
    const payload = yield* decode(answer);
    return yield* Effect.mapError(
      Effect.fromResult(readResolution(payload, conditionId)),
      unreadable,
    );
  });

  const resolution: DataClient["resolution"] = (conditionId) =>
    Effect.suspend(() => {
      if (questionCount >= QUESTIONS_MAX) {
        return Effect.fail(turnedAway(1_000, `${questionCount} requests are already queued`));
      }
      questionCount += 1;
      return withinDeadline(ask(conditionId), {
        provider: VENUE_DATA,
        timeoutMs: ANSWER_TIMEOUT_MS,
      }).pipe(Effect.ensuring(Effect.sync(() => {
        questionCount -= 1;
      })));
    }).pipe(
      Effect.mapError((failure) => wanting(failure, `the resolution of condition ${conditionId}`)),
    );

  return { resolution } satisfies DataClient;
});
