/**
 * Crypto markets: which assets and intervals exist, where their windows begin and end, and what
 * their events are called.
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
