/**
 * The settings for answers about games: the filter, and the leagues, schedules and platforms.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { PlatformSources, ScheduleSources } from "../core/port/mod.ts";
import { Games, GameSettings } from "../core/use_case/mod.ts";
import type { GameConfig } from "./game_config.ts";

/** Provides the settings from the operator's choice and the sources in use. */
export function layerGameSettings({ redistribution }: Pick<GameConfig, "redistribution">) {
  return Layer.effect(
    GameSettings,
    Effect.gen(function* () {
      const [schedules, platforms] = [yield* ScheduleSources, yield* PlatformSources];
      const { leagues } = yield* Games;
      return {
        redistributionFilter: redistribution,
        leagues: leagues.filter((league) =>
          schedules.some((schedule) => schedule.leagues.includes(league))
        ),
        schedules: schedules.map(({ name, licenseNote }) => ({ source: name, licenseNote })),
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
