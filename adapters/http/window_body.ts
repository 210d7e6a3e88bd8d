/**
 * Writes a window as answers carry it.
 *
 * @module
 */
import { type Asset, lastSecOf, type MarketWindow } from "../../core/market/mod.ts";
import { toIso } from "../../core/time/mod.ts";
import type { VenueChoice } from "../../core/use_case/mod.ts";

/** The fields of one window. `timestamp_end` is the last second inside. */
export function windowBody(venue: VenueChoice, asset: Asset, window: MarketWindow) {
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
