/**
 * Games that may be played in the place of one that a platform goes on listing after its day.
 *
 * Kalshi keeps the day of a game that was put off, in the ticker and everywhere else, while its
 * make-up has an event of its own in the schedule, months later at times. Nothing tells which of
 * the games that follow it is.
 *
 * @module
 */
import { DAY_SEC, type UnixSec } from "../../time/mod.ts";
import { type Game } from "../game.ts";
import { type ListedGame } from "../link.ts";
import { MAKE_UP_SEC_MAX } from "../make_up.ts";
import { type Choice, isCalledOff } from "./choose_game.ts";
import { dayNumber } from "./kickoff_distance.ts";

/** What was last seen longer ago is not listed any more. */
const UNSEEN_SEC_MAX = DAY_SEC;
/** Markets of a game that was called off and is not made up for are closed by then. */
const CALLED_OFF_SEC_MAX = 2 * DAY_SEC;
/**
 * Markets of a game that was played, of which the schedule may know nothing any more, are closed
 * after two days at the latest, and listed for some days more.
 */
const PLAYED_SEC_MAX = 14 * DAY_SEC;

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
  const { kickoff } = game;
  if (kickoff.kind === "unknown" || nowSec - lastSeenSec > UNSEEN_SEC_MAX) return [];
  const isFound = choice !== null && choice.standing !== "remote";
  if (isFound && !isCalledOff(choice.game)) return [];
  const dueSec = kickoff.kind === "at" ? kickoff.sec : dayNumber(kickoff.day) * DAY_SEC;
  const ageSecMax = isFound ? CALLED_OFF_SEC_MAX : PLAYED_SEC_MAX;
  if (nowSec - dueSec <= ageSecMax) return [];
  return ofPair.filter((other) =>
    other !== choice?.game && other.kickoffSec > dueSec &&
    other.kickoffSec - dueSec <= MAKE_UP_SEC_MAX
  );
}
