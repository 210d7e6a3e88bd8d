/**
 * The venue's metadata service (Gamma): events and markets by name, without a cache.
 *
 * @module
 */
import { Clock, Effect, Option, Schedule } from "effect";
import { NotListed, ProviderFailed } from "../../../core/port/mod.ts";
import {
  describeEvent,
  type EventReference,
  type ListedMarket,
  type VenueEvent,
} from "../../../core/venue/mod.ts";
import { isTransient, makeHttpGet, wanting, withinDeadline } from "../../outbound/mod.ts";
import { type ReadAnswer, readEventAnswer, readMarketAnswer } from "./answer.ts";
import { eventPath, marketPath } from "./path.ts";
import { failureOf, isUnknown, VENUE_METADATA } from "./http_failure.ts";

const CALL_TIMEOUT_MS = 3_500;
const RETRIES_MAX = 2;
/** The time limit including retries. */
const ANSWER_TIMEOUT_MS = 8_000;
/** The longest pause before the service is tried again, even if it asks for more. */
const PAUSE_SEC_MAX = 60;

/** The service's URL, without a trailing slash. */
export interface GammaOptions {
  readonly gammaUrl: string;
}

/** One method per endpoint. */
export interface GammaClient {
  readonly event: (
    reference: EventReference,
  ) => Effect.Effect<VenueEvent, NotListed | ProviderFailed>;
  readonly market: (slug: string) => Effect.Effect<ListedMarket, NotListed | ProviderFailed>;
}

/** Creates the client. Create one per process: it remembers for how long the service refuses us. */
export const makeGammaClient = Effect.fnUntraced(function* ({ gammaUrl }: GammaOptions) {
  const httpGet = yield* makeHttpGet({ provider: VENUE_METADATA, timeoutMs: CALL_TIMEOUT_MS });
  let pausedUntilMs = 0;

  const attempt = Effect.fn("gamma.get")(function* (path: string) {
    const nowMs = yield* Clock.currentTimeMillis;
    if (nowMs < pausedUntilMs) return yield* paused(pausedUntilMs - nowMs);
    const answer = yield* httpGet(gammaUrl + path);
    const failure = failureOf(answer);
    if (failure === undefined) return answer;
    // Only a 429 concerns all calls; the firewall may object to a single caller's slug.
    if (answer.status === 429) {
      const waitSec = Math.min(failure.retryAfterSec ?? 0, PAUSE_SEC_MAX);
      pausedUntilMs = Math.max(pausedUntilMs, nowMs + waitSec * 1000);
    }
    return yield* failure;
  });

  const get = (path: string) =>
    attempt(path).pipe(Effect.retry({
      schedule: Schedule.exponential("150 millis").pipe(Schedule.jittered),
      times: RETRIES_MAX,
      while: isTransient,
    }));

  /** Adds the requested name to failures. A name without a valid path does not exist. */
  const ask = <A>(
    { kind, named, path }: Question,
    read: ReadAnswer<A>,
  ): Effect.Effect<A, NotListed | ProviderFailed> => {
    const notListed = new NotListed({ kind, named });
    if (Option.isNone(path)) return Effect.fail(notListed);
    return get(path.value).pipe(
      Effect.flatMap((answer): Effect.Effect<A, NotListed | ProviderFailed> =>
        isUnknown(answer) ? Effect.fail(notListed) : read(answer)
      ),
      (answered) =>
        withinDeadline(answered, { provider: VENUE_METADATA, timeoutMs: ANSWER_TIMEOUT_MS }),
      Effect.catchTag(
        "ProviderFailed",
        (failure) => Effect.fail(wanting(failure, `${kind} ${named}`)),
      ),
    );
  };

  return {
    event: (reference) => {
      const named = describeEvent(reference);
      const question = { kind: "event", named, path: eventPath(reference) } as const;
      return ask(question, readEventAnswer(reference));
    },
    market: (slug) => {
      const question = { kind: "market", named: `slug "${slug}"`, path: marketPath(slug) } as const;
      return ask(question, readMarketAnswer(slug));
    },
  } satisfies GammaClient;
});

interface Question {
  readonly kind: NotListed["kind"];
  readonly named: string;
  readonly path: Option.Option<string>;
}

/** Returns the failure of a call that is not sent. */
function paused(waitMs: number): ProviderFailed {
  return new ProviderFailed({
    provider: VENUE_METADATA,
    reason: "limited",
    retryAfterSec: Math.ceil(waitMs / 1000),
    cause: new Error("the service asked us to wait"),
  });
}
