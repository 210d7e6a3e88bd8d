/**
 * What readers of games are shown, and which platforms are said to be looked at.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { PlatformSources } from "../core/port/mod.ts";
import { GameSettings } from "../core/use_case/mod.ts";
import type { GameConfig } from "./game_config.ts";

/** The settings of a service with these platforms. */
export function layerGameSettings({ redistribution }: Pick<GameConfig, "redistribution">) {
  return Layer.effect(
    GameSettings,
    Effect.map(PlatformSources, (platforms) => ({
      redistributionFilter: redistribution,
      platforms: platforms.map(({ code, redistributable, licenseNote, listsOnlyOpen }) => ({
        code,
        redistributable,
        licenseNote,
        listsOnlyOpen,
      })),
    })),
  );
}
