/**
 * What is asked of windows, by the settings for the primary venue.
 *
 * @module
 */
import type { Asset, MarketWindow } from "../../market/mod.ts";
import { type TargetQuery, targetRule } from "../../price/mod.ts";
import type { VenueChoice } from "../venue/venue.ts";

/** Points are smaller than windows: an answer with room for 2,500 windows holds 10,000 points. */
const POINTS_PER_WINDOW = 4;

/** Returns the most points in an answer, derived from the maximum for windows. */
export function pointsMaxOf({ rangePointsMax }: VenueChoice): number {
  return POINTS_PER_WINDOW * rangePointsMax;
}

/** Returns the query for a window's target, with the rule in force at its start. */
export function targetQuery(
  { profile }: VenueChoice,
  asset: Asset,
  window: MarketWindow,
): TargetQuery {
  return { asset, window, rule: targetRule(profile, window) };
}
