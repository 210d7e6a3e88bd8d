/**
 * A catalog of the events it is given, for tests and for running without the venue.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { type CatalogAnswer, EventCatalog, NotListed } from "../../core/port/mod.ts";
import { describeEvent, type ListedMarket, type VenueEvent } from "../../core/venue/mod.ts";

/** Makes the port. There is nobody to ask, so every answer is at hand already. */
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

/** The same as a layer. */
export function layerStagedCatalog(events: ReadonlyArray<VenueEvent>): Layer.Layer<EventCatalog> {
  return Layer.succeed(EventCatalog, makeStagedCatalog(events));
}

/** The venue gives a market the tags of its event. */
function listedIn({ id, slug, title, tags, markets }: VenueEvent): ReadonlyArray<ListedMarket> {
  return markets.map((market) => ({ market, event: Option.some({ id, slug, title }), tags }));
}

function answer<A>(
  found: A | undefined,
  notListed: NotListed,
): Effect.Effect<CatalogAnswer<A>, NotListed> {
  return found === undefined
    ? Effect.fail(notListed)
    : Effect.succeed({ value: found, isCached: true });
}
