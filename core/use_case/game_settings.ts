/**
 * What the operator chose about games.
 *
 * @module
 */
import { Context } from "effect";
import type { ListingSettings } from "../game/mod.ts";

/** The choice in force. The default shows everything, and looks at nothing. */
export const GameSettings = Context.Reference<ListingSettings>("core/use_case/GameSettings", {
  defaultValue: () => ({
    redistributionFilter: "internal",
    leagues: [],
    platforms: [],
    spines: [],
  }),
});
