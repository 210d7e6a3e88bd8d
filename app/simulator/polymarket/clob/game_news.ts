/**
 * New and resolved markets of games.
 *
 * @module
 */
import { type LeagueCode } from "../../../../core/game/mod.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { type GameMarketView } from "../gamma/game/game_bet.ts";
import { gameEventObject, marketViews } from "../gamma/game/game_event.ts";
import { gameMarketObject } from "../gamma/game/game_market.ts";
import { gameTerms } from "../gamma/game/game_terms.ts";
import { type GameWorld } from "../gamma/game/game_world.ts";
import { tagsOfSport } from "../gamma/game/venue_sport.ts";
import { gameMarket } from "./game_market.ts";
import { type NewsSpan, type NewsTime } from "./listing_news.ts";
import { type MarketNews } from "./market_news.ts";

/** Returns the news of one league in `(afterSec, untilSec]`. */
export function gameNewsSince(
  { venue, games, league }: {
    readonly venue: VenueWorld;
    readonly games: GameWorld;
    readonly league: LeagueCode;
  },
  time: NewsTime,
  { afterSec, untilSec }: NewsSpan,
): ReadonlyArray<MarketNews> {
  return games.listings((sport) => sport.league === league, untilSec)
    .filter((listing) => afterSec < listing[time] && listing[time] <= untilSec)
    .toSorted((a, b) => a[time] - b[time])
    .flatMap((listing) => marketViews(venue, listing, untilSec))
    .map((view) => newsOf(venue, view, time));
}

function newsOf(venue: VenueWorld, view: GameMarketView, time: NewsTime): MarketNews {
  const { listing, nowSec } = view;
  return {
    market: gameMarket(venue, view),
    row: gameMarketObject(venue, view),
    event: gameEventObject(venue, listing, { nowSec, endedSec: undefined }),
    tags: tagsOfSport(listing.sport).map(({ slug }) => slug),
    fee: gameTerms(listing).fee,
    atSec: listing[time],
  };
}
