/**
 * A game with its platforms: what the store keeps and readers load.
 *
 * @module
 */
import { type Game } from "./game.ts";
import { type GamePlatform } from "./link.ts";
import { type PlatformCode } from "./platform.ts";

/** A game and its platforms. */
export interface GameRecord {
  readonly game: Game;
  /** The platforms on which it was found, in the order of the platforms. */
  readonly platforms: ReadonlyArray<GamePlatform>;
  /**
   * Platforms with an unlinked event that may be this game. There the game cannot be reported as
   * not listed.
   */
  readonly maybeOn: ReadonlyArray<PlatformCode>;
}
