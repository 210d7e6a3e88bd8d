/** A season without games, for simulators whose listing a test replaces. @module */
import type { Season } from "../../../app/simulator/season/season.ts";

export const EMPTY_SEASON: Season = {
  leagues: [],
  gamesOn: () => [],
  game: () => undefined,
  offers: () => [],
};
