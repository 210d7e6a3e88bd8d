/**
 * What the operator chose: whose calendar and slugs to follow, and how large a range may be.
 *
 * @module
 */
import { Context } from "effect";
import {
  type Asset,
  type MarketWindow,
  PROFILE_BY_NAME,
  type VenueProfile,
} from "../market/mod.ts";
import { type TargetQuery, targetRule } from "../price/mod.ts";

/** The primary venue, as this service is set up to follow it. */
export interface VenueChoice {
  readonly profile: VenueProfile;
  /** Event pages live under this address: `{eventBaseUrl}/{slug}`, no slash at its end. */
  readonly eventBaseUrl: string;
  /** A range may have at most so many windows; of points see {@linkcode pointsMaxOf}. */
  readonly rangePointsMax: number;
}

/** The choice in force. The default follows the written specification. */
export const Venue = Context.Reference<VenueChoice>("core/use_case/Venue", {
  defaultValue: () => ({
    profile: PROFILE_BY_NAME.spec,
    eventBaseUrl: "https://polymarket.com/event",
    rangePointsMax: 2_500,
  }),
});

/** Points are smaller than windows: with 2,500 windows an answer has room for 10,000. */
const POINTS_PER_WINDOW = 4;

/** How many points an answer may have, which follows the maximum for windows. */
export function pointsMaxOf({ rangePointsMax }: VenueChoice): number {
  return POINTS_PER_WINDOW * rangePointsMax;
}

/** The question for the target of a window, by the rule in force at its start. */
export function targetQuery(
  { profile }: VenueChoice,
  asset: Asset,
  window: MarketWindow,
): TargetQuery {
  return { asset, window, rule: targetRule(profile, window) };
}
