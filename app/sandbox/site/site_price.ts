/**
 * Which prices the site has of a window at an instant.
 *
 * @module
 */
import { type JsonNumber } from "../../../adapters/http/json_number.ts";
import { type Asset, ASSETS } from "../../../core/market/mod.ts";
import { e18ToNumber } from "../../../core/price/mod.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { hash32, streamOf, unit } from "../world/hash.ts";
import { type PriceQuestion } from "./price_question.ts";

/** Prices in USD; null for what is not there. */
export interface SitePrices {
  readonly openPrice: number | JsonNumber | null;
  readonly closePrice: number | JsonNumber | null;
}

/** Further back the site knows nothing. */
const REACH_MS = 30 * 86_400_000;
/** The opening comes 2 to 3 s after the start; 40 s were seen as well, seldom. */
const OPEN_MS_MIN = 2_000;
const OPEN_SPREAD_MS = 1_000;
const OPEN_LATE_MS = 40_000;
const LATE_ONE_IN = 40;
/** The closing comes some seconds after the end: how many was not measured. */
const CLOSE_MS_MIN = 2_000;
const CLOSE_SPREAD_MS = 4_000;

/** The prices. Those that were put are there at once and for good, for all but spot. */
export function sitePrices(
  venue: VenueWorld,
  { window, stream }: PriceQuestion,
  nowMs: number,
): SitePrices {
  const { values, published } = venue;
  const { asset, startSec, endSec } = window;
  const deciding = values.stream(window);
  const settles = deciding === undefined || stream === deciding || stream === "twap_60";
  const put = settles ? published.of(window) : undefined;
  if (put !== undefined) return put;
  const isOpen = nowMs >= openAtMs(venue.seed, asset, startSec);
  const isClosed = nowMs >= closeAtMs(venue.seed, asset, endSec);
  const isForgotten = startSec * 1_000 < nowMs - REACH_MS;
  if (isForgotten || !isOpen && !isClosed) return { openPrice: null, closePrice: null };
  const { opening, closing } = deciding === undefined || stream === deciding
    ? values.published(window)
    : values.aside(window, stream);
  return {
    openPrice: isOpen ? numberOf(opening) : null,
    closePrice: isClosed ? numberOf(closing) : null,
  };
}

/** When the site gets the opening of a window that begins at a unix second; unix milliseconds. */
export function openAtMs(seed: number, asset: Asset, startSec: number): number {
  const draw = drawOf(seed, { name: "site opening", asset, sec: startSec });
  const lateMs = draw % LATE_ONE_IN === 0 ? OPEN_LATE_MS : OPEN_MS_MIN;
  return startSec * 1_000 + lateMs + Math.floor(unit(draw) * OPEN_SPREAD_MS);
}

/** When it gets the closing of one that ends at a unix second; unix milliseconds. */
export function closeAtMs(seed: number, asset: Asset, endSec: number): number {
  const draw = drawOf(seed, { name: "site closing", asset, sec: endSec });
  return endSec * 1_000 + CLOSE_MS_MIN + Math.floor(unit(draw) * CLOSE_SPREAD_MS);
}

function drawOf(
  seed: number,
  { name, asset, sec }: { readonly name: string; readonly asset: Asset; readonly sec: number },
): number {
  return hash32(hash32(streamOf(seed, name), ASSETS.indexOf(asset)), sec);
}

function numberOf(priceE18: bigint | undefined): number | null {
  return priceE18 === undefined ? null : e18ToNumber(priceE18);
}
