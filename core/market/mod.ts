/**
 * Crypto markets: their assets and intervals, the start and end of their windows, and the slugs of
 * their events.
 *
 * @module
 */
export * from "./asset.ts";
export * from "./calendar.ts";
export * from "./grid.ts";
export * from "./interval.ts";
export * from "./provider.ts";
export * from "./slug.ts";
export * from "./venue_profile.ts";
export * from "./window.ts";
