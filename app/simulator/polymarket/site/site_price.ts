/**
 * The prices of a window that the site shows at an instant.
 *
 * @module
 */
import { type JsonNumber } from "../../../../core/json/mod.ts";
import { type Asset, KNOWN_ASSETS } from "../../../../core/market/mod.ts";
import { e18ToNumber } from "../../../../core/price/mod.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { hash32, streamOf, unit } from "../../world/hash.ts";
import { type PriceQuestion } from "./price_question.ts";

/** Prices in USD; null if missing. */
export interface SitePrices {
  readonly openPrice: number | JsonNumber | null;
  readonly closePrice: number | JsonNumber | null;
}

/** The site has no prices further back. */
const REACH_MS = 30 * 86_400_000;
/** The opening comes 2 to 3 s after the start; 40 s were observed too, rarely. */
const OPEN_MS_MIN = 2_000;
const OPEN_SPREAD_MS = 1_000;
const OPEN_LATE_MS = 40_000;
const LATE_ONE_IN = 40;
/** The closing comes some seconds after the end: the exact number was not measured. */
const CLOSE_MS_MIN = 2_000;
const CLOSE_SPREAD_MS = 4_000;

const NONE: SitePrices = { openPrice: null, closePrice: null };

/**
 * Returns the prices. Overrides apply immediately and permanently. A recording holds the average of
 * today, also from before it decided.
 */
export function sitePrices(
  { seed, values, published }: VenueWorld,
  { window, stream }: PriceQuestion,
  nowMs: number,
): SitePrices {
  const { asset, startSec, endSec } = window;
  if (stream !== "twap_60" && stream !== values.stream(window)) return NONE;
  const override = published.of(window);
  if (override !== undefined) return override;
  const isOpen = nowMs >= openAtMs(seed, asset, startSec);
  const isClosed = nowMs >= closeAtMs(seed, asset, endSec);
  const isForgotten = startSec * 1_000 < nowMs - REACH_MS;
  if (isForgotten || !isOpen && !isClosed) return NONE;
  const { opening, closing } = values.published(window, stream);
  return {
    openPrice: isOpen ? numberOf(opening) : null,
    closePrice: isClosed ? numberOf(closing) : null,
  };
}

/**
 * Returns the unix milliseconds at which the site gets the opening of a window; the start is a unix
 * second.
 */
function openAtMs(seed: number, asset: Asset, startSec: number): number {
  const draw = drawOf(seed, { name: "site opening", asset, sec: startSec });
  const lateMs = draw % LATE_ONE_IN === 0 ? OPEN_LATE_MS : OPEN_MS_MIN;
  return startSec * 1_000 + lateMs + Math.floor(unit(draw) * OPEN_SPREAD_MS);
}

/** Returns the unix milliseconds at which it gets the closing; the end is a unix second. */
function closeAtMs(seed: number, asset: Asset, endSec: number): number {
  const draw = drawOf(seed, { name: "site closing", asset, sec: endSec });
  return endSec * 1_000 + CLOSE_MS_MIN + Math.floor(unit(draw) * CLOSE_SPREAD_MS);
}

function drawOf(
  seed: number,
  { name, asset, sec }: { readonly name: string; readonly asset: Asset; readonly sec: number },
): number {
  return hash32(hash32(streamOf(seed, name), KNOWN_ASSETS.indexOf(asset)), sec);
}

function numberOf(priceE18: bigint | undefined): number | null {
  return priceE18 === undefined ? null : e18ToNumber(priceE18);
}
