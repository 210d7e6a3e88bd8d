/**
 * Which markets of the world are new, and which of them have been resolved.
 *
 * @module
 */
import { firstStartSec, type Listing, listingAt } from "../venue/listing.ts";
import { marketTerms } from "../venue/market_terms.ts";
import { type ListedMarket, marketCount, type VenueWorld } from "../venue/venue_world.ts";
import { eventObject } from "../venue_metadata/event_object.ts";
import { tagsOfTrack } from "../venue_metadata/listing_text.ts";
import { marketObject } from "../venue_metadata/market_object.ts";
import { isoText } from "../venue_metadata/wire_text.ts";
import { type MarketFrame } from "./market_frame.ts";
import { formatE6 } from "./micro_units.ts";
import { worldMarket } from "./world_market.ts";

/** The instants of a listing that are news. */
export type NewsTime = "deployedSec" | "closedSec";

interface ListingView {
  readonly listing: Listing;
  readonly nowSec: number;
}

/** The markets whose instant lies in `(afterSec, untilSec]`. */
export function marketsSince(
  { tracks }: VenueWorld,
  time: NewsTime,
  { afterSec, untilSec }: { readonly afterSec: number; readonly untilSec: number },
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

/** Says that a market takes orders. Source: its fields are those of a frame seen in May 2026. */
export function newMarketFrame(venue: VenueWorld, market: ListedMarket): MarketFrame {
  const { listing } = market;
  const nowSec = listing.deployedSec;
  const { conditionId, tokenIds, outcomes, tickE6, gameStartSec } = worldMarket(venue, {
    market,
    nowSec,
  });
  const row = marketObject(venue, { market, nowSec });
  return {
    id: row["id"],
    question: row["question"],
    market: conditionId,
    slug: row["slug"],
    description: row["description"],
    assets_ids: tokenIds,
    outcomes,
    event_message: eventMessage(venue, { listing, nowSec }),
    timestamp: String(nowSec * 1000),
    event_type: "new_market",
    tags: tagSlugs(listing),
    condition_id: conditionId,
    active: true,
    clob_token_ids: tokenIds,
    sports_market_type: row["sportsMarketType"] ?? "",
    line: "",
    game_start_time: gameStartSec === undefined ? "" : isoText(gameStartSec),
    order_price_min_tick_size: formatE6(tickE6),
    group_item_title: row["groupItemTitle"] ?? "",
    ...feeFields({ listing, nowSec }),
  };
}

/** Says which outcome has won. */
export function marketResolvedFrame(venue: VenueWorld, market: ListedMarket): MarketFrame {
  const { listing } = market;
  const nowSec = listing.closedSec;
  const found = worldMarket(venue, { market, nowSec });
  const { conditionId, tokenIds, outcomes, winnerIndex = 0 } = found;
  return {
    id: marketObject(venue, { market, nowSec })["id"],
    market: conditionId,
    assets_ids: tokenIds,
    winning_asset_id: tokenIds[winnerIndex],
    winning_outcome: outcomes[winnerIndex],
    event_message: eventMessage(venue, { listing, nowSec }),
    timestamp: String(nowSec * 1000),
    event_type: "market_resolved",
    tags: tagSlugs(listing),
  };
}

function eventMessage(venue: VenueWorld, { listing, nowSec }: ListingView) {
  const { id, ticker, slug, title, description } = eventObject(venue, listing, nowSec);
  return { id, ticker, slug, title, description };
}

function tagSlugs({ track }: Listing): ReadonlyArray<string> {
  return tagsOfTrack(track).map(({ slug }) => slug);
}

/** In text all through, unlike in the metadata. */
function feeFields({ listing, nowSec }: ListingView) {
  const { fee } = marketTerms(listing, nowSec);
  if (fee === undefined) return { taker_base_fee: "0", fees_enabled: false };
  const { exponent, rate, rebateRate } = fee;
  return {
    taker_base_fee: "1000",
    fees_enabled: true,
    fee_schedule: {
      exponent: String(exponent),
      rate: String(rate),
      taker_only: true,
      rebate_rate: String(rebateRate),
    },
  };
}
