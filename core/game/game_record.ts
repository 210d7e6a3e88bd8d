/**
 * A game with all that is known of it on the platforms: what the store keeps and readers load.
 *
 * @module
 */
import { type Game } from "./game.ts";
import { type GamePlatform } from "./link.ts";
import { type PlatformCode } from "./platform.ts";

/** A game and its platforms. */
export interface GameRecord {
  readonly game: Game;
  /** Where it was found, in the order of the platforms. */
  readonly platforms: ReadonlyArray<GamePlatform>;
  /**
   * Where something was found that may be this game, and was not linked to it. There it cannot be
   * said to be absent.
   */
  readonly maybeOn: ReadonlyArray<PlatformCode>;
}
