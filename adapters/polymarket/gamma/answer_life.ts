/**
 * How long what the venue said about an event or a market may be said again.
 *
 * @module
 */
import { Option } from "effect";
import type { Freshness } from "../../../core/port/mod.ts";
import type { VenueEvent, VenueMarket } from "../../../core/venue/mod.ts";

/**
 * What is bound to change. `closed`: little, though the venue can open it again. `unfinished`:
 * even the names and tokens, which come when a market is deployed.
 */
export type Stage = "unfinished" | "open" | "closed";

/** Milliseconds from when the venue was asked. */
const LIFE_MS: Readonly<Record<Freshness, Readonly<Record<Stage, number>>>> = {
  lasting: { unfinished: 10_000, open: 300_000, closed: 300_000 },
  current: { unfinished: 10_000, open: 10_000, closed: 120_000 },
};

/** Whether an answer of this age will do. One from the future was told by another clock. */
export function isFresh(
  ageMs: number,
  { freshness, stage }: { readonly freshness: Freshness; readonly stage: Stage },
): boolean {
  return ageMs >= 0 && ageMs < LIFE_MS[freshness][stage];
}

/** The stage of a market. */
export function stageOfMarket({ conditionId, outcomes, isClosed }: VenueMarket): Stage {
  if (isClosed) return "closed";
  const isDeployed = Option.isSome(conditionId) && outcomes.length > 0 &&
    outcomes.every(({ tokenId }) => Option.isSome(tokenId));
  return isDeployed ? "open" : "unfinished";
}

/** The stage of an event: the one of its least settled market, as far as all can be read. */
export function stageOfEvent({ isClosed, markets, unreadableMarkets }: VenueEvent): Stage {
  if (unreadableMarkets.length > 0) return "unfinished";
  const stages = new Set(markets.map(stageOfMarket));
  if (stages.has("unfinished") || (stages.size === 0 && !isClosed)) return "unfinished";
  return isClosed && !stages.has("open") ? "closed" : "open";
}
