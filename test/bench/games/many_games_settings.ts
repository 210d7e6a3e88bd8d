/**
 * The settings of a service with many games: every league and platform, and nothing withheld.
 *
 * @module
 */
import { LEAGUES, PLATFORMS } from "../../../core/game/mod.ts";

const platforms = PLATFORMS.map((code) => {
  const licenseNote = "Says nothing";
  return { code, redistributable: "unknown" as const, licenseNote, listsOnlyOpen: false };
});

/** Every game is shown. */
export const MANY_GAMES_SETTINGS = {
  redistributionFilter: "internal",
  leagues: LEAGUES,
  platforms,
  schedules: [],
} as const;
