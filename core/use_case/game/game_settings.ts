/**
 * The operator's settings for games.
 *
 * @module
 */
import { Context } from "effect";
import type { ListingSettings } from "../../game/mod.ts";

/** The current settings. The default shows everything and reads nothing. */
export const GameSettings = Context.Reference<ListingSettings>("core/use_case/GameSettings", {
  defaultValue: () => ({
    redistributionFilter: "internal",
    leagues: [],
    platforms: [],
    schedules: [],
  }),
});
