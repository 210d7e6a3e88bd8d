/**
 * The events and markets available to requests: custom ones, and the world's.
 *
 * @module
 */
import { type SandboxClock } from "../../kit/clock.ts";
import { type Listing } from "../venue/listing.ts";
import { eventSlug } from "../venue/listing_slug.ts";
import { readTokenId } from "../venue/market_id.ts";
import { type StagedEvent, type StagedEvents, type StagedMarket } from "../venue/staged_events.ts";
import { type ListedMarket, type VenueWorld } from "../venue/venue_world.ts";
import { eventObject } from "./event_object.ts";
import { gameEventObject } from "./game/game_event.ts";
import { type GameListing, shownMoment } from "./game/game_listing.ts";
import { findGameMarket } from "./game/game_lookup.ts";
import { gameEventSlug } from "./game/game_text.ts";
import { type GameWorld } from "./game/game_world.ts";
import { type MarketName } from "./market_name.ts";
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
  market(by: MarketName, value: string): MarketInEvent | undefined;
  /** Returns an event of the world as JSON. */
  write(listing: Listing): EventObject;
  /** Returns an event about a game as JSON. */
  writeGame(listing: GameListing): EventObject;
  /** Returns whether a staged event replaces an event of the world. */
  isHidden(listing: Listing): boolean;
  isGameHidden(listing: GameListing): boolean;
}

/** `0x` and the 31 bytes of a condition of the second protocol. */
const SHORT_CONDITION_LENGTH = 2 + 2 * 31;

/** Opens the catalog at the current instant. */
export function openCatalog(
  { venue, staged, clock, games }: {
    readonly venue: VenueWorld;
    readonly staged: StagedEvents;
    readonly games: GameWorld | undefined;
    readonly clock: SandboxClock;
  },
): Catalog {
  const nowSec = Math.floor(clock.nowMs() / 1000);
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
  const listedMarket = (by: MarketName, value: string): MarketInEvent | undefined => {
    const listed = worldMarket(venue, { by, value, nowSec });
    if (listed === undefined) {
      const { codes } = venue;
      return games && findGameMarket({ games, codes, nowSec, gameEvent }, { by, value });
    }
    if (isHidden(listed.listing)) return undefined;
    const event = write(listed.listing);
    const market = marketsOf(event)[listed.marketIndex];
    return market === undefined ? undefined : { market, event };
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
    market(by, value) {
      const entry = staged.market((market) => isNamed(market, by, value), nowSec);
      if (entry !== undefined) {
        return { market: bareMarket(entry.market), event: stagedEventObject(entry.event) };
      }
      const found = listedMarket(by, value);
      // A market does not show every id that it could have.
      return found !== undefined && isNamed(found.market, by, value) ? found : undefined;
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

function worldMarket(
  venue: VenueWorld,
  { by, value, nowSec }: {
    readonly by: MarketName;
    readonly value: string;
    readonly nowSec: number;
  },
): ListedMarket | undefined {
  switch (by) {
    case "slug":
      return venue.marketBySlug(value, nowSec);
    case "id":
      return venue.marketById(value, nowSec);
    case "conditionId":
      return venue.marketByConditionId(paddedCondition(value), nowSec);
    case "questionID": {
      const number = venue.codes.numberOf("question", value.replace(/^0x/, ""));
      return number === undefined ? undefined : venue.marketById(String(number), nowSec);
    }
    case "clobTokenId": {
      const named = readTokenId(venue.codes, value);
      return named && venue.marketById(String(named.number), nowSec);
    }
  }
}

/** Under the second protocol the metadata accepts a condition only without its last byte. */
function paddedCondition(value: string): string {
  return value.length === SHORT_CONDITION_LENGTH ? `${value}00` : value;
}

function isNamed(market: WireObject, by: MarketName, value: string): boolean {
  if (by === "clobTokenId") {
    const text = market["clobTokenIds"];
    return typeof text === "string" && text.split(/[^\d]+/).includes(value);
  }
  const name = market[by];
  // Hex digits match in either case.
  const isHex = by === "conditionId" || by === "questionID";
  return name === value ||
    isHex && typeof name === "string" && name.toLowerCase() === value.toLowerCase();
}
