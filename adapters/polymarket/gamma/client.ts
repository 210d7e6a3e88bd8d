/**
 * The venue's metadata service (Gamma): events and markets by name, asked each time.
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
import { failureOf, isUnknown, VENUE_METADATA } from "./status.ts";

const CALL_TIMEOUT_MS = 3_500;
const RETRIES_MAX = 2;
/** However many calls it takes. */
const ANSWER_TIMEOUT_MS = 8_000;
/** Asked for a longer pause, we still look whether the service will have us again. */
const PAUSE_SEC_MAX = 60;

/** Where the service is. `gammaUrl` has no slash at its end. */
export interface GammaOptions {
  readonly gammaUrl: string;
}

/** One method an endpoint. */
export interface GammaClient {
  readonly event: (
    reference: EventReference,
  ) => Effect.Effect<VenueEvent, NotListed | ProviderFailed>;
  readonly market: (slug: string) => Effect.Effect<ListedMarket, NotListed | ProviderFailed>;
}

/** Makes the client. One a process: it is what knows how long the service will not have us. */
export const makeGammaClient = Effect.fnUntraced(function* ({ gammaUrl }: GammaOptions) {
  const httpGet = yield* makeHttpGet({ provider: VENUE_METADATA, timeoutMs: CALL_TIMEOUT_MS });
  let pausedUntilMs = 0;

  const attempt = Effect.fn("gamma.get")(function* (path: string) {
    const nowMs = yield* Clock.currentTimeMillis;
    if (nowMs < pausedUntilMs) return yield* paused(pausedUntilMs - nowMs);
    const answer = yield* httpGet(gammaUrl + path);
    const failure = failureOf(answer);
    if (failure === undefined) return answer;
    // Only 429 is about all our calls; the firewall may mind nothing but one caller's odd slug.
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

  /** Fails in the words of the question. What can have no path is the name of nothing. */
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

/** The failure of a call that is not made. */
function paused(waitMs: number): ProviderFailed {
  return new ProviderFailed({
    provider: VENUE_METADATA,
    reason: "limited",
    retryAfterSec: Math.ceil(waitMs / 1000),
    cause: new Error("it asked us to wait"),
  });
}
