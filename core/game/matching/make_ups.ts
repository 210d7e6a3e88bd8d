/**
 * Games that may be played in the place of one that a platform goes on listing.
 *
 * A platform may keep the day of a game that was put off, in the ticker and everywhere else, while
 * its make-up has an event of its own in the schedule, a day or months later. Nothing but its still
 * being traded tells that it is meant, and nothing tells which of the games that follow it is.
 *
 * @module
 */
import { DAY_SEC, type UnixSec } from "../../time/mod.ts";
import { type Game, isCalledOff } from "../game.ts";
import { type ListedGame } from "../link.ts";
import { MAKE_UP_SEC_MAX } from "../make_up.ts";
import { type Choice } from "./choose_game.ts";
import { startOf } from "./kickoff_distance.ts";

/** What was last seen longer ago is not listed any more. */
const UNSEEN_SEC_MAX = DAY_SEC;

/** Those among the games of its two teams, in any order. */
export function possibleMakeUps(
  ofPair: ReadonlyArray<Game>,
  { listed: { game, lastSeenSec }, choice, nowSec }: {
    readonly listed: ListedGame;
    /** Which game it is by its kickoff. */
    readonly choice: Choice | null;
    readonly nowSec: UnixSec;
  },
): ReadonlyArray<Game> {
  const startSec = startOf(game.kickoff);
  if (startSec === null || !game.isOpen || nowSec - lastSeenSec > UNSEEN_SEC_MAX) return [];
  const meant = choice === null || choice.standing === "remote"
    ? []
    : [choice.game, ...choice.others];
  if (meant.length > 0 && !meant.some(isCalledOff)) return [];
  return ofPair.filter((other) =>
    !meant.includes(other) && other.kickoffSec > startSec &&
    other.kickoffSec - startSec <= MAKE_UP_SEC_MAX
  );
}
