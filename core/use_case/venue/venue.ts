/**
 * The operator's settings for the primary venue: calendar, slugs and range limits.
 *
 * @module
 */
import { Context } from "effect";
import { PROFILE_BY_NAME, type VenueProfile } from "../../market/mod.ts";

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
