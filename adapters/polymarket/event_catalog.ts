/**
 * The venue's event catalog over its metadata service, with a shared cache.
 *
 * @module
 */
import { Effect } from "effect";
import { EventCatalog } from "../../core/port/event_catalog.ts";
import type { EventReference, VenueEvent } from "../../core/venue/mod.ts";
import { isFresh, stageOfEvent, stageOfMarket } from "./gamma/answer_life.ts";
import { makeAnswerCache } from "./gamma/answer_cache.ts";
import { type GammaOptions, makeGammaClient } from "./gamma/client.ts";

/** An event takes two entries, by its slug and by its id. */
const ANSWERS_MAX = 5_000;

/**
 * Creates the port. Create one per process: it has a cache. Needs the {@linkcode ProviderWatch}.
 */
export const makePolymarketEventCatalog = Effect.fnUntraced(function* (options: GammaOptions) {
  const client = yield* makeGammaClient(options);
  const events = yield* makeAnswerCache({
    ask: (key: string) => client.event(referenceOf(key)),
    otherKeys: (key, event) => [keyOf(otherName(referenceOf(key), event))],
    answersMax: ANSWERS_MAX,
  });
  const markets = yield* makeAnswerCache({
    ask: client.market,
    otherKeys: () => [],
    answersMax: ANSWERS_MAX,
  });
  return EventCatalog.of({
    event: (reference, freshness) =>
      events.recall(
        keyOf(reference),
        (event, ageMs) => isFresh(ageMs, { freshness, stage: stageOfEvent(event) }),
      ),
    market: (slug, freshness) =>
      markets.recall(
        slug,
        ({ market }, ageMs) => isFresh(ageMs, { freshness, stage: stageOfMarket(market) }),
      ),
  });
});

/** A reference as a cache's key. */
function keyOf(reference: EventReference): string {
  return reference.by === "id" ? `id ${reference.id}` : `slug ${reference.slug}`;
}

function referenceOf(key: string): EventReference {
  const at = key.indexOf(" ");
  const name = key.slice(at + 1);
  return key.slice(0, at) === "id" ? { by: "id", id: name } : { by: "slug", slug: name };
}

function otherName(reference: EventReference, { id, slug }: VenueEvent): EventReference {
  return reference.by === "slug" ? { by: "id", id } : { by: "slug", slug };
}
