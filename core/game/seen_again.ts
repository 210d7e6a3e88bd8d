/**
 * Whether a game is unchanged apart from when the platforms were last seen to list it.
 *
 * @module
 */
import { Equal } from "effect";
import { type GameRecord } from "./game_record.ts";

/** Whether only `lastSeenSec` differs. Most scans change nothing else, which is no event. */
export function isSeenAgain(before: GameRecord, after: GameRecord): boolean {
  return before.platforms.length === after.platforms.length &&
    Equal.equals(before.game, after.game) && Equal.equals(before.maybeOn, after.maybeOn) &&
    before.platforms.every((platform, i) => {
      const now = after.platforms[i];
      return now !== undefined &&
        Equal.equals({ ...platform, lastSeenSec: now.lastSeenSec }, now);
    });
}
