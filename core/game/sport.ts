/**
 * The sports whose games are listed.
 *
 * @module
 */

/** Every sport, by the code it has in answers. */
export const SPORTS = [
  "football",
  "basketball",
  "baseball",
  "hockey",
  "soccer",
  "mma",
  "tennis",
] as const;

/** One of {@linkcode SPORTS}. Football is the American one. */
export type Sport = (typeof SPORTS)[number];
