/**
 * The venue's metadata service (Gamma): events and markets by name, without a cache.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { NotListed } from "../../../core/port/event_catalog.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import {
  type ConditionId,
  describeEvent,
  type EventReference,
  type ListedMarket,
  type VenueEvent,
} from "../../../core/venue/mod.ts";
import { makeProviderGet, shareCalls, wanting } from "../../outbound/mod.ts";
import { type ReadAnswer, readEventAnswer, readMarketAnswer, readMarketsAnswer } from "./answer.ts";
import { failureOf, isUnknown, VENUE_METADATA } from "./http_failure.ts";
import { type GammaLimits, makeGammaLimits } from "./shared_limits.ts";

/** Longer than any name of the venue. */
const SLUG_CHARS_MAX = 512;

/**
 * Returns the path of an event; none for an impossible reference.
 *
 * Ids are numbers. Any other text would name another endpoint, such as `/events/keyset`.
 */
function eventPath(reference: EventReference): Option.Option<string> {
  if (reference.by === "slug") {
    return Option.map(segmentOf(reference.slug), (slug) => `/events/slug/${slug}`);
  }
  return /^\d{1,20}$/.test(reference.id) ? Option.some(`/events/${reference.id}`) : Option.none();
}

/** Returns the path of a market with its tags; none for an impossible slug. */
function marketPath(slug: string): Option.Option<string> {
  return Option.map(segmentOf(slug), (slug) => `/markets/slug/${slug}?include_tag=true`);
}

/** Encodes one segment. URLs drop empty and dotted ones in every spelling. */
function segmentOf(slug: string): Option.Option<string> {
  const isSegment = slug !== "" && slug !== "." && slug !== "..";
  return isSegment && slug.length <= SLUG_CHARS_MAX && slug.isWellFormed()
    ? Option.some(encodeURIComponent(slug))
    : Option.none();
}

const CALL_TIMEOUT_MS = 3_500;
const RETRIES = { max: 2, firstMs: 150 };
/** The time limit including retries. */
const ANSWER_TIMEOUT_MS = 8_000;
/** Far less than an answer may be cached. */
const SHARED_MS = 2_000;

/** The service's URL, without a trailing slash, and the limits that its clients share. */
export interface GammaOptions {
  readonly gammaUrl: string;
  /** Default: the client's own. */
  readonly gammaLimits?: GammaLimits;
}

/** One method per endpoint. */
export interface GammaClient {
  readonly event: (
    reference: EventReference,
  ) => Effect.Effect<VenueEvent, NotListed | ProviderFailed>;
  readonly market: (slug: string) => Effect.Effect<ListedMarket, NotListed | ProviderFailed>;
  /** Finds an open market by its condition. */
  readonly marketOfCondition: (
    conditionId: ConditionId,
  ) => Effect.Effect<ListedMarket, NotListed | ProviderFailed>;
}

/** Creates the client. */
export const makeGammaClient = Effect.fnUntraced(function* (
  { gammaUrl, gammaLimits = makeGammaLimits() }: GammaOptions,
) {
  const calls = yield* makeProviderGet({
    provider: VENUE_METADATA,
    span: "gamma.get",
    hosts: gammaUrl,
    timeoutMs: CALL_TIMEOUT_MS,
    failureOf,
    limits: ({ path }) => gammaLimits.of(path, { waitSecMax: 0 }),
    retries: RETRIES,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
  });
  const get = shareCalls(calls, { provider: VENUE_METADATA, lifeMs: SHARED_MS });

  /** Adds the requested name to failures. A name without a valid path does not exist. */
  const ask = <A>(
    { kind, named, path }: Question,
    read: ReadAnswer<A>,
  ): Effect.Effect<A, NotListed | ProviderFailed> => {
    const notListed = new NotListed({ kind, named });
    if (Option.isNone(path)) return Effect.fail(notListed);
    return get({ path: path.value }).pipe(
      Effect.flatMap((answer): Effect.Effect<A, NotListed | ProviderFailed> =>
        isUnknown(answer) ? Effect.fail(notListed) : read(answer)
      ),
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
    marketOfCondition: (conditionId) => {
      const named = `condition "${conditionId}"`;
      const path = Option.some(`/markets?condition_ids=${conditionId}`);
      return Effect.flatMap(
        ask({ kind: "market", named, path }, readMarketsAnswer),
        (markets) => {
          const found = markets.find(({ market }) =>
            Option.contains(market.conditionId, conditionId)
          );
          return found === undefined
            ? Effect.fail(new NotListed({ kind: "market", named }))
            : Effect.succeed(found);
        },
      );
    },
  } satisfies GammaClient;
});

interface Question {
  readonly kind: NotListed["kind"];
  readonly named: string;
  readonly path: Option.Option<string>;
}
