/**
 * Decodes the answers of the venue's metadata service and checks that they match the request.
 *
 * @module
 */
import { Effect, Result, Schema } from "effect";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { EventReference, ListedMarket, VenueEvent } from "../../../core/venue/mod.ts";
import { type HttpAnswer, makeDecodeAnswer } from "../../outbound/mod.ts";
import { toVenueEvent } from "./event.ts";
import type { Unreadable } from "./field.ts";
import { toListedMarket } from "./market.ts";
import { GammaEvent, GammaListedMarket } from "./payload.ts";
import { unreadable, VENUE_METADATA } from "./http_failure.ts";

/** Decodes a successful answer. Unusable content is `unreadable`. */
export type ReadAnswer<A> = (answer: HttpAnswer) => Effect.Effect<A, ProviderFailed>;

/** Events with hundreds of markets take about two million characters. */
const ANSWER_CHARS_MAX = 8 * 1024 * 1024;

const decodeEvent = makeDecodeAnswer(VENUE_METADATA, GammaEvent);
const decodeMarket = makeDecodeAnswer(VENUE_METADATA, GammaListedMarket);
const decodeMarkets = makeDecodeAnswer(VENUE_METADATA, Schema.Array(GammaListedMarket));

/** Decodes the requested event. Names are compared exactly: the venue's are case-sensitive. */
export function readEventAnswer(reference: EventReference): ReadAnswer<VenueEvent> {
  return Effect.fnUntraced(function* (answer) {
    const written = yield* decodeEvent(yield* checkSize(answer));
    const { event, troubles } = yield* readable(toVenueEvent(written));
    if (reference.by === "slug") yield* checkName(event.slug, reference.slug);
    else yield* checkName(event.id, reference.id);
    for (const trouble of troubles) {
      yield* Effect.annotateLogs(Effect.logWarning("Cannot read a market of an event"), {
        event: event.slug,
        trouble,
      });
    }
    return event;
  });
}

/** Decodes the requested market. */
export function readMarketAnswer(slug: string): ReadAnswer<ListedMarket> {
  return Effect.fnUntraced(function* (answer) {
    const written = yield* decodeMarket(yield* checkSize(answer));
    const listed = yield* readable(toListedMarket(written));
    yield* checkName(listed.market.slug, slug);
    return listed;
  });
}

/** Decodes a list of markets. */
export const readMarketsAnswer: ReadAnswer<ReadonlyArray<ListedMarket>> = Effect.fnUntraced(
  function* (answer) {
    const written = yield* decodeMarkets(yield* checkSize(answer));
    return yield* Effect.forEach(written, (market) => readable(toListedMarket(market)));
  },
);

function checkSize(answer: HttpAnswer): Effect.Effect<HttpAnswer, ProviderFailed> {
  const { length } = answer.text;
  return length <= ANSWER_CHARS_MAX
    ? Effect.succeed(answer)
    : Effect.fail(unreadable(`the answer has ${length} characters`));
}

function checkName(given: string, asked: string): Effect.Effect<void, ProviderFailed> {
  return given === asked ? Effect.void : Effect.fail(unreadable(`the answer is about "${given}"`));
}

function readable<A>(read: Result.Result<A, Unreadable>): Effect.Effect<A, ProviderFailed> {
  return Effect.fromResult(Result.mapError(read, unreadable));
}
