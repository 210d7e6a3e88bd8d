/**
 * An event of the world in the venue's format, with its markets, series and tags.
 *
 * @module
 */
import { toIsoSeconds } from "../../../../core/time/mod.ts";
import { type Listing } from "../venue/listing.ts";
import { eventSlug } from "../venue/listing_slug.ts";
import { windowOf } from "../venue/outcome_price.ts";
import { protocolOf } from "../venue/protocol.ts";
import { type Tag } from "../venue/tag.ts";
import { marketCount, type VenueWorld } from "../venue/venue_world.ts";
import { eventMetadata } from "./event_metadata.ts";
import { seriesOfTrack, tagsOfTrack, titleOf, type TrackSeries } from "./listing_text.ts";
import { marketObject, negRiskId } from "./market_object.ts";
import { microsText, spacedText, type WireObject } from "./wire_text.ts";

/** Returns the event object. Its markets have neither tags nor events. */
export function eventObject(venue: VenueWorld, listing: Listing, nowSec: number): WireObject {
  const { subject } = listing.track;
  const topic = subject.kind === "topic" ? subject.topic : undefined;
  const slug = eventSlug(venue.profile, listing);
  const views = Array.from({ length: marketCount(listing) }, (_, marketIndex) => ({
    market: { listing, marketIndex },
    nowSec,
  }));
  const created = microsText(listing.createdSec, listing.eventNumber);
  const isClosed = nowSec >= listing.closedSec;
  const window = windowOf(listing);
  const series = seriesOfTrack(listing.track);
  const metadata = eventMetadata(venue, listing, nowSec);
  return {
    $schema: "https://gamma-api.polymarket.com/schemas/Event.json",
    id: String(listing.eventNumber),
    ticker: slug,
    slug,
    title: titleOf(listing),
    description: "This event is part of a simulated world and resolves by its prices.",
    resolutionSource: "",
    startDate: created,
    creationDate: created,
    endDate: toIsoSeconds(listing.endSec),
    active: true,
    closed: isClosed,
    archived: false,
    new: false,
    featured: false,
    restricted: true,
    openInterest: 0,
    createdAt: created,
    updatedAt: microsText(Math.min(nowSec, listing.closedSec), listing.eventNumber),
    competitive: 0.95,
    enableOrderBook: nowSec >= listing.deployedSec,
    negRisk: topic?.isNegRisk ?? false,
    ...(topic?.isNegRisk === true ? { negRiskMarketID: negRiskId(venue, listing) } : {}),
    commentCount: 0,
    markets: views.map((view) => marketObject(venue, view)),
    ...(series === undefined ? {} : { series: [seriesObject(series)] }),
    tags: tagsOfTrack(listing.track).map(tagObject),
    cyom: false,
    ...(isClosed ? { closedTime: toIsoSeconds(listing.closedSec) } : {}),
    showAllOutcomes: true,
    showMarketImages: false,
    enableNegRisk: topic?.isNegRisk ?? false,
    automaticallyActive: true,
    ...(window === undefined ? {} : { startTime: toIsoSeconds(listing.startSec) }),
    ...(series === undefined ? {} : { seriesSlug: series.slug }),
    negRiskAugmented: false,
    ...(metadata === undefined ? {} : { eventMetadata: metadata }),
    cumulativeMarkets: false,
    pendingDeployment: nowSec < listing.deployedSec,
    deploying: false,
    requiresTranslation: false,
    version: protocolOf(listing),
  };
}

/** 2023-11-02, when the venue created most of its tags. */
const MADE_SEC = 1_698_962_739;

/** Returns a tag in the venue's format. */
export function tagObject({ id, label, slug }: Tag): WireObject {
  return {
    id,
    label,
    slug,
    forceShow: false,
    publishedAt: spacedText(MADE_SEC),
    createdAt: microsText(MADE_SEC, Number(id)),
    updatedAt: microsText(MADE_SEC, Number(id)),
    requiresTranslation: false,
  };
}

/** Returns a series in the venue's format, without its events. */
export function seriesObject({ id, slug, title, recurrence }: TrackSeries): WireObject {
  return {
    id,
    ticker: slug,
    slug,
    title,
    seriesType: "single",
    recurrence,
    active: true,
    closed: false,
    archived: false,
    new: false,
    featured: false,
    restricted: true,
    createdAt: microsText(MADE_SEC, Number(id)),
    updatedAt: microsText(MADE_SEC, Number(id)),
    competitive: "0",
    commentCount: 0,
    requiresTranslation: false,
  };
}
