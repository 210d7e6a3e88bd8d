/** An event catalog with fixed events, for tests and for running without the venue. @module */
import { Clock, Effect, Layer, Option } from "effect";
import { type DatedAnswer, EventCatalog, NotListed } from "../../core/port/event_catalog.ts";
import { describeEvent, type ListedMarket, type VenueEvent } from "../../core/venue/mod.ts";

/** Creates the catalog. No provider is asked: every answer is cached. */
export function makeStagedCatalog(events: ReadonlyArray<VenueEvent>): EventCatalog["Service"] {
  const bySlug = new Map(events.map((event) => [event.slug, event]));
  const byId = new Map(events.map((event) => [event.id, event]));
  const markets = new Map(events.flatMap(listedIn).map((listed) => [listed.market.slug, listed]));
  return EventCatalog.of({
    event: (reference) =>
      answer(
        reference.by === "slug" ? bySlug.get(reference.slug) : byId.get(reference.id),
        new NotListed({ kind: "event", named: describeEvent(reference) }),
      ),
    market: (slug) =>
      answer(markets.get(slug), new NotListed({ kind: "market", named: `slug "${slug}"` })),
  });
}

/** Provides the catalog as a layer. */
export function layerStagedCatalog(events: ReadonlyArray<VenueEvent>): Layer.Layer<EventCatalog> {
  return Layer.succeed(EventCatalog, makeStagedCatalog(events));
}

/** The venue gives a market its event's tags. */
function listedIn({ id, slug, title, tags, markets }: VenueEvent): ReadonlyArray<ListedMarket> {
  return markets.map((market) => ({ market, event: Option.some({ id, slug, title }), tags }));
}

function answer<A>(
  found: A | undefined,
  notListed: NotListed,
): Effect.Effect<DatedAnswer<A>, NotListed> {
  return found === undefined ? Effect.fail(notListed) : Effect.map(
    Clock.currentTimeMillis,
    (askedAtMs) => ({ value: found, askedAtMs, isCached: true }),
  );
}
