/**
 * New and resolved markets of crypto windows and topics.
 *
 * @module
 */
import { firstStartSec, type Listing, listingAt } from "../venue/listing.ts";
import { marketTerms } from "../venue/market_terms.ts";
import { type ListedMarket, marketCount, type VenueWorld } from "../venue/venue_world.ts";
import { eventObject } from "../gamma/event_object.ts";
import { tagsOfTrack } from "../gamma/listing_text.ts";
import { marketObject } from "../gamma/market_object.ts";
import { type MarketNews } from "./market_news.ts";
import { worldMarket } from "./world_market.ts";

/** The instants of a listing that produce news. */
export type NewsTime = "deployedSec" | "closedSec";

/** A span of unix seconds; its start is excluded and its end included. */
export interface NewsSpan {
  readonly afterSec: number;
  readonly untilSec: number;
}

/** Returns the markets whose instant lies in `(afterSec, untilSec]`. */
export function marketsSince(
  { tracks }: VenueWorld,
  time: NewsTime,
  { afterSec, untilSec }: NewsSpan,
): ReadonlyArray<ListedMarket> {
  const found: Listing[] = [];
  for (const track of tracks.values()) {
    // Both instants grow along a track, and neither precedes the event's listing.
    for (let index = track.indexAt(untilSec + track.leadSec);; index--) {
      const listing = listingAt(track, index);
      if (listing[time] <= afterSec || listing.startSec < firstStartSec(track)) break;
      if (listing[time] <= untilSec) found.push(listing);
    }
  }
  return found.sort((a, b) => a[time] - b[time]).flatMap((listing) =>
    Array.from({ length: marketCount(listing) }, (_, marketIndex) => ({ listing, marketIndex }))
  );
}

/** Returns the news of a market at one of these instants. */
export function listingNews(venue: VenueWorld, market: ListedMarket, time: NewsTime): MarketNews {
  const { listing } = market;
  const nowSec = listing[time];
  return {
    market: worldMarket(venue, { market, nowSec }),
    row: marketObject(venue, { market, nowSec }),
    event: eventObject(venue, listing, nowSec),
    tags: tagsOfTrack(listing.track).map(({ slug }) => slug),
    fee: marketTerms(listing, nowSec).fee,
    atSec: nowSec,
  };
}
