/**
 * Whether a game is what it was, but for when platforms were last seen to have it.
 *
 * @module
 */
import { Equal } from "effect";
import { type GameRecord } from "./game_record.ts";

/** Every look at a platform finds most games as they were: nobody has to hear of that. */
export function isSeenAgain(before: GameRecord, after: GameRecord): boolean {
  return before.platforms.length === after.platforms.length &&
    Equal.equals(before.game, after.game) && Equal.equals(before.maybeOn, after.maybeOn) &&
    before.platforms.every((platform, i) => {
      const now = after.platforms[i];
      return now !== undefined &&
        Equal.equals({ ...platform, lastSeenSec: now.lastSeenSec }, now);
    });
}
