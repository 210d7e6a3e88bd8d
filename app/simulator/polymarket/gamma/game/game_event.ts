/**
 * An event about a game in the venue's format, with its markets, sport, teams and tags.
 *
 * @module
 */
import { toIsoSeconds } from "../../../../../core/time/mod.ts";
import { seriesObject, tagObject } from "../event_object.ts";
import { type IdSource } from "../token_fields.ts";
import { microsText, type WireObject } from "../wire_text.ts";
import { betsOf, type GameMarketView } from "./game_bet.ts";
import {
  gameEventNumber,
  gameIdOf,
  type GameListing,
  hasGameId,
  inTitleOrder,
} from "./game_listing.ts";
import { gameMarketObject, gameNegRiskId } from "./game_market.ts";
import { GAME_PROTOCOL, isNegRisk } from "./game_terms.ts";
import { gameState } from "./game_state.ts";
import { easternText, gameEventSlug, gameTitle } from "./game_text.ts";
import { teamObjects } from "./game_team.ts";
import { tagsOfSport, type VenueSport } from "./venue_sport.ts";

/** Returns the views of an event's markets. */
export function marketViews(
  { seed }: IdSource,
  listing: GameListing,
  nowSec: number,
): ReadonlyArray<GameMarketView> {
  return betsOf(seed, listing).map((bet, marketIndex) => ({ listing, bet, marketIndex, nowSec }));
}

/** Returns the event object. `endedSec` is when the game ended, if it did. */
export function gameEventObject(
  source: IdSource,
  listing: GameListing,
  { nowSec, endedSec }: { readonly nowSec: number; readonly endedSec: number | undefined },
): WireObject {
  const { offer, sport } = listing;
  const slug = gameEventSlug(listing);
  const created = microsText(listing.createdSec, listing.eventNumber);
  const isClosed = nowSec >= listing.closedSec;
  const negRisk = isNegRisk(listing);
  return {
    $schema: "https://gamma-api.polymarket.com/schemas/Event.json",
    id: String(listing.eventNumber),
    ticker: slug,
    slug,
    title: gameTitle(listing),
    description: "This event is part of a simulated world and resolves by its games.",
    resolutionSource: sport.resolution,
    startDate: created,
    creationDate: created,
    endDate: toIsoSeconds(listing.endSec),
    active: true,
    closed: isClosed,
    archived: false,
    new: false,
    featured: false,
    restricted: true,
    createdAt: created,
    updatedAt: microsText(Math.min(nowSec, listing.closedSec), listing.eventNumber),
    enableOrderBook: nowSec >= listing.deployedSec,
    negRisk,
    ...(negRisk ? { negRiskMarketID: gameNegRiskId(source, listing) } : {}),
    markets: marketViews(source, listing, nowSec).map((view) => gameMarketObject(source, view)),
    series: [seriesObject(sport.series)],
    tags: tagsOfSport(sport).map(tagObject),
    cyom: false,
    ...(isClosed ? { closedTime: toIsoSeconds(listing.closedSec) } : {}),
    enableNegRisk: negRisk,
    ...(offer.lacksKickoff
      ? {}
      : { startTime: toIsoSeconds(listing.startSec), eventDate: easternText(listing.startSec) }),
    seriesSlug: sport.series.slug,
    ...gameState(listing, endedSec),
    ...(hasGameId(listing) ? { gameId: gameIdOf(offer.game) } : {}),
    ...(listing.part === "main" ? {} : { parentEventId: gameEventNumber(offer.game, "main") }),
    sport: sportObject(sport),
    teams: teamObjects(inTitleOrder(listing), sport),
    pendingDeployment: nowSec < listing.deployedSec,
    deploying: false,
    requiresTranslation: false,
    version: GAME_PROTOCOL,
  };
}

/** Returns a sport in the venue's format. */
export function sportObject(sport: VenueSport): WireObject {
  return {
    id: sport.id,
    sport: sport.sport,
    name: sport.sport.toUpperCase(),
    image: "",
    resolution: sport.resolution,
    ordering: sport.ordering,
    tags: tagsOfSport(sport).map(({ id }) => id).join(","),
    primaryTagId: Number(sport.primaryTag.id),
    series: sport.series.id,
  };
}
