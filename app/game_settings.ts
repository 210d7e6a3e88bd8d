/**
 * What readers of games are shown, and which platforms are said to be looked at.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { PlatformSources, ScheduleSources } from "../core/port/mod.ts";
import { Games, GameSettings } from "../core/use_case/mod.ts";
import type { GameConfig } from "./game_config.ts";

/** The settings of a service with these platforms. */
export function layerGameSettings({ redistribution }: Pick<GameConfig, "redistribution">) {
  return Layer.effect(
    GameSettings,
    Effect.gen(function* () {
      const [spines, platforms] = [yield* ScheduleSources, yield* PlatformSources];
      const { leagues } = yield* Games;
      return {
        redistributionFilter: redistribution,
        leagues: leagues.filter((league) => spines.some((spine) => spine.leagues.includes(league))),
        spines: spines.map(({ name, licenseNote }) => ({ source: name, licenseNote })),
        platforms: platforms.map(({ code, redistributable, licenseNote, listsOnlyOpen }) => ({
          code,
          redistributable,
          licenseNote,
          listsOnlyOpen,
        })),
      };
    }),
  );
}
