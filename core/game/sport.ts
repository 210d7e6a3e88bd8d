/**
 * The sports whose games are listed.
 *
 * @module
 */

/** The codes of every sport, as used in responses. */
export const SPORTS = [
  "football",
  "basketball",
  "baseball",
  "hockey",
  "soccer",
  "mma",
  "tennis",
] as const;

/** One of {@linkcode SPORTS}. `football` is American football. */
export type Sport = (typeof SPORTS)[number];
