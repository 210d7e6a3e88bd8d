/**
 * Staged events of the simulated venue, in the venue's own format. They take precedence over the
 * world's.
 *
 * @module
 */
import { type JsonObject } from "../../kit/json.ts";
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";

/** An event with text as `id` and `slug`, whose markets have text as `id`. */
export interface StagedEvent extends JsonObject {
  readonly id: string;
  readonly slug: string;
  readonly markets?: ReadonlyArray<StagedMarket>;
}

/** A market of a staged event. */
export interface StagedMarket extends JsonObject {
  readonly id: string;
}

/** A market and its event. */
export interface StagedMarketInEvent {
  readonly event: StagedEvent;
  readonly market: StagedMarket;
}

/** The staged events. An event with a `createdAt` in the future does not appear until then. */
export interface StagedEvents {
  /**
   * Merges an event into the one with its id or slug: fields replace fields, and markets merge by
   * id or slug.
   */
  put(event: StagedEvent): void;
  /** Returns whether a staged event replaces an event of the world. */
  hides(world: { readonly id: string; readonly slug: string }, nowSec: number): boolean;
  all(nowSec: number): ReadonlyArray<StagedEvent>;
  event(by: "id" | "slug", value: string, nowSec: number): StagedEvent | undefined;
  /** Returns the first market that matches. */
  market(
    isWanted: (market: StagedMarket) => boolean,
    nowSec: number,
  ): StagedMarketInEvent | undefined;
}

/** A control puts one in at a time. */
const EVENTS_MAX = 50_000;

/** Makes a set, empty but for what was kept. */
export function makeStagedEvents(kept: KeptMaps = UNKEPT): StagedEvents {
  const events = kept.map<StagedEvent>("staged events", EVENTS_MAX);
  const all = (
    nowSec: number,
  ) => [...events.values().filter((event) => createdSec(event) <= nowSec)];
  return {
    all,
    put(event) {
      const isSame = ({ id, slug }: StagedEvent) => id === event.id || slug === event.slug;
      const before = events.values().filter(isSame).toArray();
      for (const { id } of before) events.delete(id);
      events.set(event.id, [...before, event].reduce(mergeEvents));
    },
    hides: (world, nowSec) =>
      all(nowSec).some(({ id, slug }) => id === world.id || slug === world.slug),
    event: (by, value, nowSec) => all(nowSec).find((event) => event[by] === value),
    market(isWanted, nowSec) {
      for (const event of all(nowSec)) {
        const market = event.markets?.find(isWanted);
        if (market !== undefined) return { event, market };
      }
      return undefined;
    },
  };
}

function createdSec({ createdAt }: StagedEvent): number {
  const ms = typeof createdAt === "string" ? Date.parse(createdAt) : NaN;
  return Number.isNaN(ms) ? -Infinity : ms / 1000;
}

function mergeEvents(before: StagedEvent, after: StagedEvent): StagedEvent {
  const markets = [...before.markets ?? []];
  for (const market of after.markets ?? []) {
    const at = markets.findIndex(({ id, slug }) =>
      id === market.id || (slug !== undefined && slug === market["slug"])
    );
    if (at < 0) markets.push(market);
    else markets[at] = { ...markets[at], ...market };
  }
  const hasMarkets = before.markets !== undefined || after.markets !== undefined;
  return { ...before, ...after, ...(hasMarkets ? { markets } : {}) };
}
