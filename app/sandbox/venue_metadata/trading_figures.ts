/**
 * How much was traded in a market: invented, growing while the market is open.
 *
 * @module
 */
import { type ListedMarket, marketNumber, type VenueWorld } from "../venue/venue_world.ts";
import { hash32, streamOf, unit } from "../world/hash.ts";

/** USDC, six decimals. */
export interface TradingFigures {
  readonly volume: number;
  readonly volume24hr: number;
  readonly liquidity: number;
}

const VOLUME_MAX = 400_000;
const LIQUIDITY_MAX = 60_000;
const DAY_SEC = 86_400;

/** The figures of a market at an instant. */
export function tradingFigures(
  { seed }: VenueWorld,
  { market, nowSec }: { readonly market: ListedMarket; readonly nowSec: number },
): TradingFigures {
  const { listing } = market;
  const number = marketNumber(market);
  const stream = hash32(streamOf(seed, "venue volume"), number >>> 0);
  const size = unit(hash32(stream, 0));
  const total = 200 + VOLUME_MAX * size * size * size;
  const openSec = listing.endSec - listing.deployedSec;
  const partAt = (sec: number) =>
    Math.min(1, Math.max(0, (sec - listing.deployedSec) / Math.max(1, openSec)));
  const isOpen = nowSec >= listing.deployedSec && nowSec < listing.endSec;
  return {
    volume: sixDecimals(total * partAt(nowSec)),
    volume24hr: sixDecimals(total * (partAt(nowSec) - partAt(nowSec - DAY_SEC))),
    liquidity: isOpen ? sixDecimals(500 + LIQUIDITY_MAX * unit(hash32(stream, 1)) * size) : 0,
  };
}

function sixDecimals(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
