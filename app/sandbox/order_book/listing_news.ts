/**
 * Which markets of windows and topics are new, and which of them have been resolved.
 *
 * @module
 */
import { firstStartSec, type Listing, listingAt } from "../venue/listing.ts";
import { marketTerms } from "../venue/market_terms.ts";
import { type ListedMarket, marketCount, type VenueWorld } from "../venue/venue_world.ts";
import { eventObject } from "../venue_metadata/event_object.ts";
import { tagsOfTrack } from "../venue_metadata/listing_text.ts";
import { marketObject } from "../venue_metadata/market_object.ts";
import { type MarketNews } from "./market_news.ts";
import { worldMarket } from "./world_market.ts";

/** The instants of a listing that are news. */
export type NewsTime = "deployedSec" | "closedSec";

/** A half-open span of unix seconds, of which the end is in it. */
export interface NewsSpan {
  readonly afterSec: number;
  readonly untilSec: number;
}

/** The markets whose instant lies in `(afterSec, untilSec]`. */
export function marketsSince(
  { tracks }: VenueWorld,
  time: NewsTime,
  { afterSec, untilSec }: NewsSpan,
): ReadonlyArray<ListedMarket> {
  const found: Listing[] = [];
  for (const track of tracks.values()) {
    // Along a track both instants grow, and none comes before the listing of the event.
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

/** What there is to say of a market at one of these instants. */
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
