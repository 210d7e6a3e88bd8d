/**
 * What the simulated venue lists: a function of seed, profile and instant, shared by the
 * simulators of its metadata and of its order book.
 *
 * @module
 */
import { type VenueProfile } from "../../../core/market/mod.ts";
import { type World } from "../world/world.ts";
import { firstStartSec, type Listing, listingOfNumber } from "./listing.ts";
import { eventSlug, makeSlugReader } from "./listing_slug.ts";
import { fromDecimal, makeMarketCodes, type MarketCodes } from "./market_code.ts";
import { makeOutcomePrices, type OutcomePrices } from "./outcome_price.ts";
import { type Track } from "./track.ts";
import { makeTracks } from "./tracks.ts";

/** One market of a listing. */
export interface ListedMarket {
  readonly listing: Listing;
  readonly marketIndex: number;
}

/** A side of a market: outcome 0 or 1, which is the place of its token as well. */
export interface ListedOutcome extends ListedMarket {
  readonly outcomeIndex: number;
}

/**
 * The venue of one seed. A look-up finds what was listed by `nowSec`, closed or not; tokens and
 * conditions are found once they are deployed.
 */
export interface VenueWorld {
  readonly seed: number;
  readonly profile: VenueProfile;
  readonly tracks: ReadonlyMap<number, Track>;
  readonly codes: MarketCodes;
  readonly prices: OutcomePrices;
  eventBySlug(slug: string, nowSec: number): Listing | undefined;
  eventById(id: string, nowSec: number): Listing | undefined;
  marketBySlug(slug: string, nowSec: number): ListedMarket | undefined;
  marketById(id: string, nowSec: number): ListedMarket | undefined;
  /** By `0x` and 64 hex digits. */
  marketByConditionId(conditionId: string, nowSec: number): ListedMarket | undefined;
  outcomeByTokenId(tokenId: string, nowSec: number): ListedOutcome | undefined;
}

/** An event has at most so many markets. */
export const MARKETS_MAX = 32;

/** The number of a market, which is its id. */
export function marketNumber({ listing, marketIndex }: ListedMarket): number {
  return listing.eventNumber * MARKETS_MAX + marketIndex;
}

/** The number of an outcome, which its token is made of. */
export function outcomeNumber(outcome: ListedOutcome): number {
  return marketNumber(outcome) * 2 + outcome.outcomeIndex;
}

/** How many markets a listing has. */
export function marketCount({ track: { subject } }: Listing): number {
  return subject.kind === "topic" ? subject.topic.markets.length : 1;
}

/** An event with one market shares its slug with it; others number them from 0. */
export function marketSlug(profile: VenueProfile, { listing, marketIndex }: ListedMarket): string {
  const slug = eventSlug(profile, listing);
  return marketCount(listing) === 1 ? slug : `${slug}-${marketIndex}`;
}

/** The venue of a world. */
export function makeVenueWorld(world: World, profile: VenueProfile): VenueWorld {
  const tracks = makeTracks(world.seed, profile);
  const codes = makeMarketCodes(world.seed);
  const slugs = makeSlugReader(profile, tracks);
  const isListed = (listing: Listing | undefined, nowSec: number): listing is Listing =>
    listing !== undefined && listing.startSec >= firstStartSec(listing.track) &&
    listing.createdSec <= nowSec;
  const eventBySlug = (slug: string, nowSec: number) => {
    const listing = slugs.read(slug, nowSec);
    return isListed(listing, nowSec) ? listing : undefined;
  };
  const marketByNumber = (number: number, nowSec: number): ListedMarket | undefined => {
    const listing = listingOfNumber(tracks, Math.floor(number / MARKETS_MAX));
    const marketIndex = number % MARKETS_MAX;
    return isListed(listing, nowSec) && marketIndex < marketCount(listing)
      ? { listing, marketIndex }
      : undefined;
  };
  const deployed = <M extends ListedMarket>(market: M | undefined, nowSec: number) =>
    market !== undefined && market.listing.deployedSec <= nowSec ? market : undefined;
  return {
    seed: world.seed,
    profile,
    tracks,
    codes,
    prices: makeOutcomePrices(world, profile),
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
    marketById(id, nowSec) {
      const number = numberOf(id);
      return number === undefined ? undefined : marketByNumber(number, nowSec);
    },
    marketByConditionId(conditionId, nowSec) {
      const [prefix, hex] = [conditionId.slice(0, 2), conditionId.slice(2).toLowerCase()];
      const number = prefix === "0x" ? codes.numberOf("condition", hex) : undefined;
      return deployed(number === undefined ? undefined : marketByNumber(number, nowSec), nowSec);
    },
    outcomeByTokenId(tokenId, nowSec) {
      const hex = fromDecimal(tokenId);
      const number = hex === undefined ? undefined : codes.numberOf("token", hex);
      if (number === undefined) return undefined;
      const market = deployed(marketByNumber(Math.floor(number / 2), nowSec), nowSec);
      return market === undefined ? undefined : { ...market, outcomeIndex: number % 2 };
    },
  };
}

function numberOf(id: string): number | undefined {
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
