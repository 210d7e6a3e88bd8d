/**
 * Venue profiles: each decides when windows begin, how event slugs are written, and which exchange
 * price a day opens at.
 *
 * @module
 */
import { type Calendar, POLYMARKET_CALENDAR, SPEC_CALENDAR } from "./calendar.ts";
import { polymarketSlug, type SlugOf, specSlug } from "./slug.ts";

/** The profiles that an operator can choose. */
export const VENUE_PROFILES = ["spec", "polymarket"] as const;

/** One of {@linkcode VENUE_PROFILES}. */
export type VenueProfileName = (typeof VENUE_PROFILES)[number];

/**
 * A venue profile. `dailyOpen` is `day_candle` for the UTC day's first trade or `noon_minute` for
 * the price at noon Eastern.
 */
export interface VenueProfile {
  readonly name: VenueProfileName;
  readonly calendar: Calendar;
  readonly slugOf: SlugOf;
  readonly dailyOpen: "day_candle" | "noon_minute";
}

/** Both profiles, by name. */
export const PROFILE_BY_NAME: Readonly<Record<VenueProfileName, VenueProfile>> = {
  spec: {
    name: "spec",
    calendar: SPEC_CALENDAR,
    slugOf: specSlug,
    dailyOpen: "day_candle",
  },
  polymarket: {
    name: "polymarket",
    calendar: POLYMARKET_CALENDAR,
    slugOf: polymarketSlug,
    dailyOpen: "noon_minute",
  },
};
