/**
 * The venue's metadata service (Gamma), queried for events with their published prices.
 *
 * @module
 */
import { Effect, Option, Result, Schema } from "effect";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import {
  type HttpAnswer,
  makeHttpGet,
  makePacer,
  makeProviderClient,
  shareCalls,
} from "../../outbound/mod.ts";
import type { GammaOptions } from "../gamma/client.ts";
import {
  failureOf,
  isUnknown,
  listFailureOf,
  unreadable,
  VENUE_METADATA,
} from "../gamma/http_failure.ts";
import { makeGammaLimits } from "../gamma/shared_limits.ts";
import { parseEventJson, PublishedEvent } from "./event.ts";

/** The closed events of a series that end between two instants, both inclusive. */
export interface ClosedEvents {
  readonly seriesId: string;
  /** RFC 3339. */
  readonly endDateMin: string;
  readonly endDateMax: string;
}

/** A page of events, and the cursor of the next one; undefined on the last. */
export interface EventPage {
  readonly events: ReadonlyArray<PublishedEvent>;
  readonly nextCursor: string | undefined;
}

/** One method per endpoint. */
export interface PublishedClient {
  /** Returns none for a slug that the venue does not know. */
  readonly event: (slug: string) => Effect.Effect<Option.Option<PublishedEvent>, ProviderFailed>;
  /** Returns a page, the first or the one at a cursor. */
  readonly page: (
    query: ClosedEvents,
    cursor: string | undefined,
  ) => Effect.Effect<EventPage, ProviderFailed>;
}

/** A fifth of the service's limit for events. */
const PACE = { calls: 10, perMs: 1_000 };
const EVENT_TIMEOUT_MS = 3_500;
/** A page has some megabytes. */
const PAGE_TIMEOUT_MS = 15_000;
const RETRIES = { max: 2, firstMs: 200 };
/** Prices are published late, so that a second hardly matters. */
const SHARED_MS = 1_000;
/** The longest pause that is waited for if the service asks for one. */
const WAIT_SEC_MAX = 15;
/** The service's maximum. Events of a window have one market each. */
const PAGE_EVENTS = 500;

const decodeEvent = Schema.decodeUnknownResult(PublishedEvent);
const decodePage = Schema.decodeUnknownResult(
  Schema.Struct({
    events: Schema.Array(Schema.Unknown),
    next_cursor: Schema.optional(Schema.NullOr(Schema.String)),
  }),
);

/** Creates the client. Create one per process: it keeps the pace. Needs the `ProviderWatch`. */
export const makePublishedClient = Effect.fnUntraced(function* (
  { gammaUrl, gammaLimits = makeGammaLimits() }: GammaOptions,
) {
  const provider = VENUE_METADATA;
  const getEvent = yield* makeHttpGet({ provider, timeoutMs: EVENT_TIMEOUT_MS });
  const getPage = yield* makeHttpGet({ provider, timeoutMs: PAGE_TIMEOUT_MS });
  const own = {
    pacer: makePacer({ ...PACE, name: `${provider} prices` }),
    waitSecMax: WAIT_SEC_MAX,
  };
  const get = shareCalls(
    makeProviderClient({
      provider,
      hosts: gammaUrl,
      send: (origin, { path }) => (path.startsWith(EVENT_PATH) ? getEvent : getPage)(origin + path),
      failureOf,
      limits: ({ path }) => gammaLimits.of(path, own),
      retries: RETRIES,
    }),
    { provider, lifeMs: SHARED_MS },
  );

  return {
    event: Effect.fnUntraced(function* (slug) {
      const answer = yield* get({ path: EVENT_PATH + encodeURIComponent(slug) });
      if (isUnknown(answer)) return Option.none();
      return Option.some(yield* readable(answer, decodeEvent));
    }),
    page: Effect.fnUntraced(function* ({ seriesId, endDateMin, endDateMax }, cursor) {
      const asked = new URLSearchParams({
        series_id: seriesId,
        closed: "true",
        limit: String(PAGE_EVENTS),
        end_date_min: endDateMin,
        end_date_max: endDateMax,
        ...(cursor === undefined ? {} : { after_cursor: cursor }),
      });
      const answer = yield* get({ path: `/events/keyset?${asked}` });
      const refusal = listFailureOf(answer);
      if (refusal !== undefined) return yield* refusal;
      const { events, next_cursor } = yield* readable(answer, decodePage);
      return {
        // An event without a name cannot be a window's.
        events: events.flatMap((event) => Option.toArray(Result.getSuccess(decodeEvent(event)))),
        nextCursor: next_cursor || undefined,
      };
    }),
  } satisfies PublishedClient;
});

const EVENT_PATH = "/events/slug/";

function readable<A>(
  { text }: HttpAnswer,
  decode: (value: unknown) => Result.Result<A, Error | { readonly message: string }>,
): Effect.Effect<A, ProviderFailed> {
  return Effect.try({
    try: () => parseEventJson(text),
    catch: unreadable,
  }).pipe(
    Effect.flatMap((value) => Effect.fromResult(decode(value))),
    Effect.mapError((why) => why instanceof ProviderFailed ? why : unreadable(why.message)),
  );
}
