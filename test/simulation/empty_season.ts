/**
 * A season in which nobody plays, for simulators whose listing a test puts.
 *
 * @module
 */
import type { Season } from "../../app/sandbox/season/season.ts";

export const EMPTY_SEASON: Season = {
  leagues: [],
  gamesOn: () => [],
  game: () => undefined,
  offers: () => [],
};
