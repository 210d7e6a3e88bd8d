/**
 * The events and markets available to requests: custom ones, and the world's.
 *
 * @module
 */
import { type Listing } from "../venue/listing.ts";
import { eventSlug } from "../venue/listing_slug.ts";
import { type StagedEvent, type StagedEvents, type StagedMarket } from "../venue/staged_events.ts";
import { type ListedMarket, type VenueWorld } from "../venue/venue_world.ts";
import { eventObject } from "./event_object.ts";
import { gameEventObject } from "./game/game_event.ts";
import { type GameListing, shownMoment } from "./game/game_listing.ts";
import { gameEventSlug } from "./game/game_text.ts";
import { type GameWorld } from "./game/game_world.ts";
import { type WireObject } from "./wire_text.ts";

/** An event with its markets and tags, in the venue's format. */
export type EventObject = WireObject;

/** A market and its event. */
export interface MarketInEvent {
  readonly market: WireObject;
  readonly event: EventObject;
}

/** The data that a request is answered from, at one instant. */
export interface Catalog {
  readonly venue: VenueWorld;
  readonly staged: StagedEvents;
  /** Undefined in a world without games. */
  readonly games: GameWorld | undefined;
  readonly nowSec: number;
  event(by: "slug" | "id", value: string): EventObject | undefined;
  market(slug: string): MarketInEvent | undefined;
  /** Finds a market by its condition, unless it is of a game. */
  marketOfCondition(conditionId: string): MarketInEvent | undefined;
  /** Returns an event of the world as JSON. */
  write(listing: Listing): EventObject;
  /** Returns an event about a game as JSON. */
  writeGame(listing: GameListing): EventObject;
  /** Returns whether a staged event replaces an event of the world. */
  isHidden(listing: Listing): boolean;
  isGameHidden(listing: GameListing): boolean;
}

/** Opens the catalog at an instant. */
export function openCatalog(
  { venue, staged, nowMs, games }: {
    readonly venue: VenueWorld;
    readonly staged: StagedEvents;
    readonly games: GameWorld | undefined;
    readonly nowMs: number;
  },
): Catalog {
  const nowSec = Math.floor(nowMs / 1000);
  const hasStaged = staged.all(nowSec).length > 0;
  const isHidden = (listing: Listing) =>
    hasStaged && staged.hides({
      id: String(listing.eventNumber),
      slug: eventSlug(venue.profile, listing),
    }, nowSec);
  const isGameHidden = (listing: GameListing) =>
    hasStaged && staged.hides({
      id: String(listing.eventNumber),
      slug: gameEventSlug(listing),
    }, nowSec);
  const write = (listing: Listing) => eventObject(venue, listing, nowSec);
  const writeGame = (listing: GameListing) => {
    const isOver = shownMoment(listing).phase === "final";
    const endedSec = isOver ? games?.changedSec(listing.offer, nowSec) : undefined;
    const write = () => gameEventObject(venue, listing, { nowSec, endedSec });
    return games?.written(listing, write) ?? write();
  };
  const gameEvent = (listing: GameListing | undefined) =>
    listing === undefined || isGameHidden(listing) ? undefined : writeGame(listing);
  const listedMarket = (slug: string): MarketInEvent | undefined => {
    const listed = venue.marketBySlug(slug, nowSec);
    return listed === undefined ? gameMarket(slug) : marketOf(listed);
  };
  const marketOf = (listed: ListedMarket): MarketInEvent | undefined => {
    if (isHidden(listed.listing)) return undefined;
    const event = write(listed.listing);
    const market = marketsOf(event)[listed.marketIndex];
    return market === undefined ? undefined : { market, event };
  };
  const gameMarket = (slug: string): MarketInEvent | undefined => {
    for (const listing of games?.byMarketSlug(slug, nowSec) ?? []) {
      const event = gameEvent(listing);
      const market = event && marketsOf(event).find((each) => each["slug"] === slug);
      if (event !== undefined && market !== undefined) return { market, event };
    }
    return undefined;
  };
  const stagedMarket = (isIt: (market: StagedMarket) => boolean): MarketInEvent | undefined => {
    const entry = staged.market(isIt, nowSec);
    return entry === undefined
      ? undefined
      : { market: bareMarket(entry.market), event: stagedEventObject(entry.event) };
  };
  return {
    venue,
    staged,
    games,
    nowSec,
    write,
    writeGame,
    isHidden,
    isGameHidden,
    event(by, value) {
      const found = staged.event(by, value, nowSec);
      if (found !== undefined) return stagedEventObject(found);
      const listing = by === "slug"
        ? venue.eventBySlug(value, nowSec)
        : venue.eventById(value, nowSec);
      if (listing !== undefined) return isHidden(listing) ? undefined : write(listing);
      return gameEvent(by === "slug" ? games?.bySlug(value, nowSec) : games?.byId(value, nowSec));
    },
    market: (slug) => stagedMarket((market) => market["slug"] === slug) ?? listedMarket(slug),
    marketOfCondition(conditionId) {
      const found = stagedMarket((market) => market["conditionId"] === conditionId);
      const listed = found === undefined
        ? venue.marketByConditionId(conditionId, nowSec)
        : undefined;
      return listed === undefined ? found : marketOf(listed);
    },
  };
}

/** Returns the markets of an event object. */
export function marketsOf(event: EventObject): ReadonlyArray<WireObject> {
  const markets = event["markets"];
  return Array.isArray(markets) ? markets : [];
}

/** Returns a staged event as served: its markets carry neither tags nor events. */
export function stagedEventObject(event: StagedEvent): EventObject {
  return event.markets === undefined ? event : { ...event, markets: event.markets.map(bareMarket) };
}

function bareMarket({ tags: _tags, events: _events, ...market }: StagedMarket): WireObject {
  return market;
}
