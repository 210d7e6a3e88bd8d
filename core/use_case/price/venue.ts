/**
 * The operator's settings for the primary venue: calendar, slugs and range limits.
 *
 * @module
 */
import { Context } from "effect";
import {
  type Asset,
  type MarketWindow,
  PROFILE_BY_NAME,
  type VenueProfile,
} from "../../market/mod.ts";
import { type TargetQuery, targetRule } from "../../price/mod.ts";

/** The settings for the primary venue. */
export interface VenueChoice {
  readonly profile: VenueProfile;
  /** The base address of event pages, `{eventBaseUrl}/{slug}`, without a trailing slash. */
  readonly eventBaseUrl: string;
  /** The most windows in a range; for points see {@linkcode pointsMaxOf}. */
  readonly rangePointsMax: number;
}

/** The settings in force. The default follows the written specification. */
export const Venue = Context.Reference<VenueChoice>("core/use_case/Venue", {
  defaultValue: () => ({
    profile: PROFILE_BY_NAME.spec,
    eventBaseUrl: "https://polymarket.com/event",
    rangePointsMax: 2_500,
  }),
});

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
