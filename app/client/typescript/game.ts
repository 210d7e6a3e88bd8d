/**
 * A game as the stream sends it, and as `include: "platforms,coverage"` asks for it.
 *
 * @module
 */
import type { Game } from "./wire/game.ts";

/** A game with the platforms that list it, and what is known of the others. */
export type ListedGame = Game & Required<Pick<Game, "platforms" | "coverage">>;
