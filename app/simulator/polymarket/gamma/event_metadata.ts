/**
 * `eventMetadata`: the target and the closing price of an ended window, as its event shows them.
 *
 * Source: the venue's events since February 2026. If the first windows with prices were not
 * observed, the date of the same interval, or of most other assets, applies.
 *
 * @module
 */
import { type JsonNumber } from "../../../../core/json/mod.ts";
import { type Asset, type Interval } from "../../../../core/market/mod.ts";
import { e18ToNumber } from "../../../../core/price/mod.ts";
import { type Listing } from "../venue/listing.ts";
import { windowOf } from "../venue/outcome_price.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { hash32, streamOf } from "../../world/hash.ts";
import { type WireObject } from "./wire_text.ts";

/** Seconds from the end of a window to the price to beat: 21 to 143 were observed. */
const DELAY_SEC_MIN = 21;
const DELAY_SEC_MAX = 143;
/**
 * The final price mostly comes with it. In one of this many windows it is later, by up to 21.6 min.
 */
const FINAL_LATE_ONE_IN = 20;
const FINAL_DELAY_SEC_MAX = 1_296;
/** One of this many windows never gets any. */
const HOLE_ONE_IN = 150;

const at = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 1000;
const LONGER_FROM_SEC = at("2026-02-18");
const BTC_5MIN_FROM_SEC = at("2026-02-19");
const OTHER_5MIN_FROM_SEC = at("2026-03-18");

/** Returns an event's prices at an instant; undefined while it has none. */
export function eventMetadata(
  venue: VenueWorld,
  listing: Listing,
  nowSec: number,
): WireObject | undefined {
  const { subject } = listing.track;
  const window = windowOf(listing);
  if (window === undefined || subject.kind === "topic") return undefined;
  const fromSec = firstSec(subject.asset, subject.interval);
  if (fromSec === undefined || nowSec < metadataSec(venue, listing)) return undefined;
  const override = venue.published.of(window);
  if (override !== undefined) return fieldsOf(override.openPrice, override.closePrice);
  if (listing.startSec < fromSec || isHole(venue, listing)) return undefined;
  const { opening, closing } = venue.values.published(window);
  const isFinal = nowSec >= finalPriceSec(venue, listing);
  return fieldsOf(numberOf(opening), isFinal ? numberOf(closing) : null);
}

/** Returns the unix second at which a listing's metadata gets the price to beat. */
function metadataSec({ seed }: VenueWorld, { eventNumber, endSec }: Listing): number {
  const draw = hash32(streamOf(seed, "venue metadata delay"), eventNumber);
  return endSec + DELAY_SEC_MIN + draw % (DELAY_SEC_MAX - DELAY_SEC_MIN + 1);
}

/** Returns the unix second at which it gets the final price, never before the price to beat. */
function finalPriceSec(venue: VenueWorld, listing: Listing): number {
  const draw = hash32(streamOf(venue.seed, "venue metadata final"), listing.eventNumber);
  if (draw % FINAL_LATE_ONE_IN !== 0) return metadataSec(venue, listing);
  const lateSec = DELAY_SEC_MAX + 1 + draw % (FINAL_DELAY_SEC_MAX - DELAY_SEC_MAX);
  return listing.endSec + lateSec;
}

function isHole({ seed }: VenueWorld, { eventNumber }: Listing): boolean {
  return hash32(streamOf(seed, "venue metadata hole"), eventNumber) % HOLE_ONE_IN === 0;
}

/**
 * Returns the start of the first window with prices; undefined for windows that the exchange
 * decides.
 */
function firstSec(asset: Asset, interval: Interval): number | undefined {
  switch (interval) {
    case "5min":
      return asset === "btc" ? BTC_5MIN_FROM_SEC : OTHER_5MIN_FROM_SEC;
    case "15min":
    case "4hour":
      return LONGER_FROM_SEC;
    default:
      return undefined;
  }
}

type Written = number | JsonNumber | null;

function numberOf(priceE18: bigint | undefined): Written {
  return priceE18 === undefined ? null : e18ToNumber(priceE18);
}

/** Omits null fields, as the venue omits unknown ones. */
function fieldsOf(priceToBeat: Written, finalPrice: Written): WireObject | undefined {
  if (priceToBeat === null && finalPrice === null) return undefined;
  return {
    ...(priceToBeat === null ? {} : { priceToBeat }),
    ...(finalPrice === null ? {} : { finalPrice }),
  };
}
