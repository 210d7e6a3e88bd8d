/**
 * Writes a window as in answers.
 *
 * @module
 */
import { type Asset, lastSecOf, type MarketWindow } from "../../../core/market/mod.ts";
import { toIso } from "../../../core/time/mod.ts";
import type { VenueChoice } from "../../../core/use_case/venue/mod.ts";
import type { MarketWindowWire } from "./wire_window.ts";

/** Returns where a window is. `windowEnd` is the first second after it. */
export function placeBody(
  { profile, eventBaseUrl }: VenueChoice,
  asset: Asset,
  window: MarketWindow,
) {
  const slug = profile.slugOf(asset, window);
  return {
    windowStart: window.startSec,
    windowEnd: window.endSec,
    slug,
    url: `${eventBaseUrl}/${slug}`,
  };
}

/** Returns the fields of one window. `timestamp_end` is its last second. */
export function windowBody(
  venue: VenueChoice,
  asset: Asset,
  window: MarketWindow,
): typeof MarketWindowWire.static {
  const lastSec = lastSecOf(window);
  const slug = venue.profile.slugOf(asset, window);
  return {
    timestamp_start: window.startSec,
    timestamp_end: lastSec,
    start_iso: toIso(window.startSec),
    end_iso: toIso(lastSec),
    slug,
    url: `${venue.eventBaseUrl}/${slug}`,
  };
}
