/**
 * The venue's event catalog over its metadata service, with a shared cache.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { EventCatalog, type Freshness } from "../../core/port/event_catalog.ts";
import type { EventReference, VenueEvent, VenueMarket } from "../../core/venue/mod.ts";
import { makeAnswerCache } from "./gamma/answer_cache.ts";
import { type GammaOptions, makeGammaClient } from "./gamma/client.ts";

/**
 * How much can still change. `closed`: little, though the venue can reopen it. `unfinished`: even
 * names and tokens, which appear when a market is deployed.
 */
export type Stage = "unfinished" | "open" | "closed";

/** Milliseconds from the request. */
const LIFE_MS: Readonly<Record<Freshness, Readonly<Record<Stage, number>>>> = {
  lasting: { unfinished: 10_000, open: 300_000, closed: 300_000 },
  current: { unfinished: 10_000, open: 10_000, closed: 120_000 },
};

/** Whether an answer of this age is fresh enough. A negative age comes from another clock. */
export function isFresh(
  ageMs: number,
  { freshness, stage }: { readonly freshness: Freshness; readonly stage: Stage },
): boolean {
  return ageMs >= 0 && ageMs < LIFE_MS[freshness][stage];
}

/** Returns the stage of a market. */
export function stageOfMarket({ conditionId, outcomes, isClosed }: VenueMarket): Stage {
  if (isClosed) return "closed";
  const isDeployed = Option.isSome(conditionId) && outcomes.length > 0 &&
    outcomes.every(({ tokenId }) => Option.isSome(tokenId));
  return isDeployed ? "open" : "unfinished";
}

/** Returns the stage of an event: that of its least finished market, as far as all are readable. */
export function stageOfEvent({ isClosed, markets, unreadableMarkets }: VenueEvent): Stage {
  if (unreadableMarkets.length > 0) return "unfinished";
  const stages = new Set(markets.map(stageOfMarket));
  if (stages.has("unfinished") || (stages.size === 0 && !isClosed)) return "unfinished";
  return isClosed && !stages.has("open") ? "closed" : "open";
}

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
