/**
 * How long answers about an event or a market may be cached.
 *
 * @module
 */
import { Option } from "effect";
import type { Freshness } from "../../../core/port/event_catalog.ts";
import type { VenueEvent, VenueMarket } from "../../../core/venue/mod.ts";

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
