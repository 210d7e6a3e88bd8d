/**
 * The simulated venue's listings: a function of seed, profile and instant, shared by the simulators
 * of its metadata and of its order book.
 *
 * @module
 */
import { type VenueProfile } from "../../../../core/market/mod.ts";
import { type World } from "../../world/world.ts";
import { firstStartSec, type Listing, listingOfNumber } from "./listing.ts";
import { eventSlug, makeSlugReader } from "./listing_slug.ts";
import { makeMarketCodes, type MarketCodes } from "./market_code.ts";
import { type MarketIds, marketIds, MARKETS_MAX, readConditionId } from "./market_id.ts";
import { marketTerms } from "./market_terms.ts";
import { makeOutcomePrices, type OutcomePrices } from "./outcome_price.ts";
import { type RecordedNumbers } from "./oracle_value.ts";
import { makePublishedPrices, type PublishedPrices } from "./published_prices.ts";
import { type Track } from "./track.ts";
import { makeTracks } from "./tracks.ts";
import { makeWindowValues, type WindowValues } from "./window_value.ts";

/** One market of a listing. */
export interface ListedMarket {
  readonly listing: Listing;
  readonly marketIndex: number;
}

/**
 * The venue of one seed. A lookup finds everything listed by `nowSec`, closed or not; tokens and
 * conditions are found after their deployment.
 */
export interface VenueWorld {
  readonly seed: number;
  readonly profile: VenueProfile;
  readonly tracks: ReadonlyMap<number, Track>;
  readonly codes: MarketCodes;
  readonly prices: OutcomePrices;
  readonly values: WindowValues;
  /** Overrides for the published prices. */
  readonly published: PublishedPrices;
  eventBySlug(slug: string, nowSec: number): Listing | undefined;
  eventById(id: string, nowSec: number): Listing | undefined;
  marketBySlug(slug: string, nowSec: number): ListedMarket | undefined;
  marketByNumber(number: number, nowSec: number): ListedMarket | undefined;
  /** Returns a market's ids in the order book. */
  ids(market: ListedMarket): MarketIds;
  /** Finds a market by `0x` and 64 hex digits, in the order book's form. */
  marketByConditionId(conditionId: string, nowSec: number): ListedMarket | undefined;
}

/** Returns the number of a market, which is its id. */
export function marketNumber({ listing, marketIndex }: ListedMarket): number {
  return listing.eventNumber * MARKETS_MAX + marketIndex;
}

/** Returns the number of a listing's markets. */
export function marketCount({ track: { subject } }: Listing): number {
  return subject.kind === "topic" ? subject.topic.markets.length : 1;
}

/** Returns a market's slug: its event's if it is the only market, otherwise numbered from 0. */
export function marketSlug(profile: VenueProfile, { listing, marketIndex }: ListedMarket): string {
  const slug = eventSlug(profile, listing);
  return marketCount(listing) === 1 ? slug : `${slug}-${marketIndex}`;
}

/** The overrides that the simulators of one process share. */
export interface VenueWorldOptions extends RecordedNumbers {
  /** Default: no overrides. */
  readonly published?: PublishedPrices | undefined;
}

/** Makes the venue of a world. */
export function makeVenueWorld(
  world: World,
  profile: VenueProfile,
  { recorded, reports, published = makePublishedPrices() }: VenueWorldOptions = {},
): VenueWorld {
  const values = makeWindowValues(world, profile, { recorded, reports });
  const tracks = makeTracks(world.seed, profile);
  const codes = makeMarketCodes(world.seed);
  const slugs = makeSlugReader(profile, tracks);
  const eventBySlug = (slug: string, nowSec: number) => {
    const listing = slugs.read(slug, nowSec);
    return isListed(listing, nowSec) ? listing : undefined;
  };
  const marketByNumber = (number: number, nowSec: number) => {
    const listing = listingOfNumber(tracks, Math.floor(number / MARKETS_MAX));
    const marketIndex = number % MARKETS_MAX;
    return isListed(listing, nowSec) && marketIndex < marketCount(listing)
      ? { listing, marketIndex }
      : undefined;
  };
  const ids = (market: ListedMarket) => idsOf(codes, market);
  return {
    ids,
    seed: world.seed,
    profile,
    tracks,
    codes,
    prices: makeOutcomePrices(world.seed, values),
    values,
    published,
    eventBySlug,
    eventById(id, nowSec) {
      const number = numberOf(id);
      const listing = number === undefined ? undefined : listingOfNumber(tracks, number);
      return isListed(listing, nowSec) ? listing : undefined;
    },
    marketBySlug(slug, nowSec) {
      const whole = eventBySlug(slug, nowSec);
      if (whole !== undefined) {
        return marketCount(whole) === 1 ? { listing: whole, marketIndex: 0 } : undefined;
      }
      const [, stem = "", index = ""] = /^(.+)-(0|[1-9]\d?)$/.exec(slug) ?? [];
      const listing = eventBySlug(stem, nowSec);
      const marketIndex = Number(index);
      return listing !== undefined && marketCount(listing) > 1 &&
          marketIndex < marketCount(listing)
        ? { listing, marketIndex }
        : undefined;
    },
    marketByNumber,
    marketByConditionId(conditionId, nowSec) {
      const number = readConditionId(codes, conditionId);
      if (number === undefined) return undefined;
      const market = deployed(marketByNumber(number, nowSec), nowSec);
      const isIt = market !== undefined && ids(market).conditionId === conditionId.toLowerCase();
      return isIt ? market : undefined;
    },
  };
}

function isListed(listing: Listing | undefined, nowSec: number): listing is Listing {
  return listing !== undefined && listing.startSec >= firstStartSec(listing.track) &&
    listing.createdSec <= nowSec;
}

function deployed(market: ListedMarket | undefined, nowSec: number): ListedMarket | undefined {
  return market !== undefined && market.listing.deployedSec <= nowSec ? market : undefined;
}

function idsOf(codes: MarketCodes, market: ListedMarket): MarketIds {
  // The terms used here are the same at any instant.
  const { isNegRisk, protocol } = marketTerms(market.listing, market.listing.createdSec);
  return marketIds(codes, { number: marketNumber(market), isNegRisk, protocol });
}

function numberOf(id: string): number | undefined {
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
