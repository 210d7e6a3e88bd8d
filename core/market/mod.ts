/**
 * Crypto markets: their assets and intervals, the start and end of their windows, and the slugs of
 * their events.
 *
 * @module
 */
export {
  type Asset,
  ASSETS,
  assetsWith,
  checkSeries,
  factsOf,
  KNOWN_ASSETS,
  parseAsset,
  type Series,
  seriesOf,
  serveAssets,
} from "./asset.ts";
export { type Calendar, POLYMARKET_CALENDAR, SPEC_CALENDAR } from "./calendar.ts";
export { type Grid, gridIndex } from "./grid.ts";
export { type Interval, INTERVAL_NAMES, INTERVALS, parseInterval } from "./interval.ts";
export { windowOfSlug } from "./parse_slug.ts";
export { type Provider, providerOf, PROVIDERS } from "./provider.ts";
export {
  PROFILE_BY_NAME,
  VENUE_PROFILES,
  type VenueProfile,
  type VenueProfileName,
} from "./venue_profile.ts";
export {
  countWindowsStartingIn,
  lastSecOf,
  type MarketWindow,
  windowAfter,
  windowContaining,
  windowsStartingIn,
} from "./window.ts";
