/**
 * The trading volume of a market: invented, and growing while the market is open.
 *
 * @module
 */
import { type Listing } from "../venue/listing.ts";
import {
  type ListedMarket,
  marketCount,
  marketNumber,
  type VenueWorld,
} from "../venue/venue_world.ts";
import { hash32, streamOf, unit } from "../../world/hash.ts";

/** USDC, six decimals. */
export interface TradingFigures {
  readonly volume: number;
  readonly volume24hr: number;
  readonly liquidity: number;
}

const VOLUME_MAX = 400_000;
const LIQUIDITY_MAX = 60_000;
const DAY_SEC = 86_400;

/** Returns the figures of a market at an instant. */
export function tradingFigures(
  { seed }: VenueWorld,
  { market, nowSec }: { readonly market: ListedMarket; readonly nowSec: number },
): TradingFigures {
  const { deployedSec, endSec } = market.listing;
  return figuresOver({ seed, number: marketNumber(market) }, { deployedSec, endSec, nowSec });
}

/** Returns the figures of a market that is open between two instants. */
export function figuresOver(
  { seed, number }: { readonly seed: number; readonly number: number },
  { deployedSec, endSec, nowSec }: {
    readonly deployedSec: number;
    readonly endSec: number;
    readonly nowSec: number;
  },
): TradingFigures {
  const stream = hash32(streamOf(seed, "venue volume"), number >>> 0);
  const size = unit(hash32(stream, 0));
  const total = 200 + VOLUME_MAX * size * size * size;
  const openSec = endSec - deployedSec;
  const partAt = (sec: number) =>
    Math.min(1, Math.max(0, (sec - deployedSec) / Math.max(1, openSec)));
  const isOpen = nowSec >= deployedSec && nowSec < endSec;
  return {
    volume: sixDecimals(total * partAt(nowSec)),
    volume24hr: sixDecimals(total * (partAt(nowSec) - partAt(nowSec - DAY_SEC))),
    liquidity: isOpen ? sixDecimals(500 + LIQUIDITY_MAX * unit(hash32(stream, 1)) * size) : 0,
  };
}

function sixDecimals(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Returns the sums over all markets of an event. */
export function listingFigures(
  venue: VenueWorld,
  listing: Listing,
  nowSec: number,
): TradingFigures {
  const all = Array.from(
    { length: marketCount(listing) },
    (_, marketIndex) => tradingFigures(venue, { market: { listing, marketIndex }, nowSec }),
  );
  const sum = (name: keyof TradingFigures) =>
    sixDecimals(all.reduce((total, each) => total + each[name], 0));
  return { volume: sum("volume"), volume24hr: sum("volume24hr"), liquidity: sum("liquidity") };
}
