/**
 * Games that may be the make-up of one that a platform still lists.
 *
 * A platform may keep the day of a postponed game, in the ticker and everywhere else, while the
 * schedule has the make-up as a separate event, a day or months later. The only sign that the
 * make-up is meant is that the platform's game still trades, and nothing tells which of the later
 * games it is.
 *
 * @module
 */
import { DAY_SEC, type UnixSec } from "../../time/mod.ts";
import { type Game, isCalledOff } from "../game.ts";
import { type ListedGame } from "../link.ts";
import { MAKE_UP_SEC_MAX } from "../make_up.ts";
import { type Choice } from "./choose_game.ts";
import { startOf } from "./kickoff_distance.ts";
import { beginningIn, type Timeline } from "./timeline.ts";

/** A platform's game that was last seen longer ago is no longer listed. */
const UNSEEN_SEC_MAX = DAY_SEC;

/** Returns the possible make-ups among the games of its two teams, in any order. */
export function possibleMakeUps(
  ofPair: Timeline,
  { listed: { game, lastSeenSec }, choice, nowSec }: {
    readonly listed: ListedGame;
    /** The game chosen by its kickoff. */
    readonly choice: Choice | null;
    readonly nowSec: UnixSec;
  },
): ReadonlyArray<Game> {
  const startSec = startOf(game.kickoff);
  if (startSec === null || !game.isOpen || nowSec - lastSeenSec > UNSEEN_SEC_MAX) return [];
  const meant = choice === null || choice.certainty === "remote" ? [] : choice.meant;
  if (meant.length > 0 && !meant.some(isCalledOff)) return [];
  return beginningIn(ofPair, { firstSec: startSec + 1, lastSec: startSec + MAKE_UP_SEC_MAX })
    .filter((other) => !meant.includes(other));
}
