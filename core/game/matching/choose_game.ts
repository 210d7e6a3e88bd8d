/**
 * Chooses among games of the same two teams by the platform's kickoff.
 *
 * @module
 */
import { DAY_SEC, type UnixSec } from "../../time/mod.ts";
import { type Game, isCalledOff } from "../game.ts";
import { type PlatformKickoff } from "../platform_game.ts";
import {
  dayNumber,
  daysFrom,
  easternDayNumber,
  secondsFrom,
  spanOfDays,
} from "./kickoff_distance.ts";
import { everBeginningIn, spanAround, type Timeline } from "./timeline.ts";

/** Maximum difference between two kickoffs that count as the same, in seconds: 15 minutes. */
export const SAME_KICKOFF_SEC_MAX = 15 * 60;
/** Maximum distance of a kickoff that identifies a game without rivals, in seconds: 3 hours. */
export const ANCHOR_SEC_MAX = 3 * 3_600;
/** Distance from an anchor within which the two teams have no other game, in seconds: 18 hours. */
export const ALONE_SEC = 18 * 3_600;
/** Maximum distance of a candidate if the kickoff's time of day is unknown, in seconds: 7 days. */
export const WEEK_SEC = 7 * DAY_SEC;

/**
 * How certain a choice is.
 *
 * - `on_time`: it begins at the platform's kickoff.
 * - `anchored`: it is the only candidate, although the platform gives another kickoff or none.
 * - `doubtful`: it is the nearest, but another game may be meant.
 * - `remote`: it begins so far from the platform's kickoff that it is another game, unless it was
 *   postponed before the first observation. It is not linked, and not reported as not listed.
 */
export type Certainty = "on_time" | "anchored" | "doubtful" | "remote";

/** The chosen game, and how certain the choice is. */
export interface Choice {
  readonly game: Game;
  readonly certainty: Certainty;
  /** All games that may be meant, the chosen one first. */
  readonly meant: ReadonlyArray<Game>;
  /** The reason for doubt; empty if there is none. */
  readonly why: string;
}

/** Chooses among the games of one pair of teams. Returns null if none of them can be meant. */
export function chooseGame(
  ofPair: Timeline,
  { kickoff, nowSec }: { readonly kickoff: PlatformKickoff; readonly nowSec: UnixSec },
): Choice | null {
  if (kickoff.kind === "at") return chooseByInstant(ofPair, kickoff.sec);
  if (kickoff.kind === "day") return chooseByDay(ofPair, kickoff);
  return chooseByNow(ofPair.games, nowSec);
}

/**
 * Games more than a week away remain candidates even if one is near, so that none of them is
 * reported as not listed.
 */
function chooseByNow(games: ReadonlyArray<Game>, nowSec: UnixSec): Choice | null {
  const distanceOf = (game: Game) => Math.abs(game.kickoffSec - nowSec);
  const meant = nearestFirst(games, distanceOf, Number.POSITIVE_INFINITY);
  const [game] = meant;
  if (game === undefined) return null;
  const near = meant.filter((each) => distanceOf(each) <= WEEK_SEC).length;
  if (near === 1) return { game, certainty: "anchored", meant, why: "" };
  return {
    game,
    certainty: "doubtful",
    meant,
    why: near === 0
      ? "It has no kickoff, and no game is near"
      : "It has no kickoff, and more than one game lies within a week of now",
  };
}

function chooseByInstant(ofPair: Timeline, atSec: UnixSec): Choice | null {
  const begun = everBeginningIn(ofPair, spanAround(atSec, SAME_KICKOFF_SEC_MAX));
  const only = begun[0];
  if (only !== undefined && begun.length === 1 && isOnTime(only, atSec)) {
    return { game: only, certainty: "on_time", meant: begun, why: "" };
  }
  const distanceOf = (game: Game) => secondsFrom(game, atSec);
  const ofWeek = everBeginningIn(ofPair, spanAround(atSec, WEEK_SEC));
  const near = nearestFirst(ofWeek, distanceOf, WEEK_SEC);
  const [nearest, ...others] = near;
  if (nearest === undefined) return null;
  const about = others.filter((game) => distanceOf(game) <= ALONE_SEC);
  const distance = distanceOf(nearest);
  if (distance <= ANCHOR_SEC_MAX && about.length === 0) {
    return { game: nearest, certainty: "anchored", meant: [nearest], why: "" };
  }
  return {
    game: nearest,
    certainty: distance > ALONE_SEC ? "remote" : "doubtful",
    // A platform may keep the kickoff of a game that was moved, which lies near another one then.
    meant: distance > ANCHOR_SEC_MAX ? near : [nearest, ...about],
    why: about.length > 0
      ? "More than one game of these teams is near its kickoff"
      : `Its kickoff is ${durationText(distance)} from the game's`,
  };
}

function isOnTime({ kickoffSec }: Game, atSec: UnixSec): boolean {
  return Math.abs(kickoffSec - atSec) <= SAME_KICKOFF_SEC_MAX;
}

function durationText(sec: number): string {
  return sec < 2 * DAY_SEC ? `${Math.round(sec / 3_600)} h` : `${Math.round(sec / DAY_SEC)} days`;
}

function chooseByDay(
  ofPair: Timeline,
  kickoff: Extract<PlatformKickoff, { kind: "day" }>,
): Choice | null {
  const about = everBeginningIn(ofPair, spanOfDays(kickoff.day, 7));
  const near = nearestFirst(about, (game) => daysFrom(game, kickoff.day), 7);
  const [nearest, ...others] = near;
  if (nearest === undefined) return null;
  const numbered = byGameNumber(near, kickoff);
  if (numbered !== undefined) return numbered;
  const why = kickoff.gameNumber !== null && kickoff.gameNumber > 1
    ? `It is game ${kickoff.gameNumber} of its day, and the schedule has no such game`
    : others.length > 0
    ? "It has only a day, and more than one game of these teams lies within a week of it"
    : daysFrom(nearest, kickoff.day) > 1
    ? "Its day is not that of the game"
    : "";
  return { game: nearest, certainty: why === "" ? "anchored" : "doubtful", meant: near, why };
}

/**
 * The numbered game of a doubleheader. Two games on the platform's day prove that the day is right,
 * so the other days of a series do not matter. Undefined if there are not two, if two begin at the
 * same time, or if one that may have had a number was moved to another day.
 */
function byGameNumber(
  near: ReadonlyArray<Game>,
  { day, gameNumber }: Extract<PlatformKickoff, { kind: "day" }>,
): Choice | undefined {
  const wanted = dayNumber(day);
  const onDay = near.filter((game) => easternDayNumber(game.kickoffSec) === wanted)
    .toSorted((a, b) => a.kickoffSec - b.kickoffSec);
  const left = near.filter((game) => daysFrom(game, day) === 0 && !onDay.includes(game));
  const starts = new Set(onDay.map(({ kickoffSec }) => kickoffSec));
  const game = gameNumber === null ? undefined : onDay[gameNumber - 1];
  if (game === undefined || onDay.length < 2) return undefined;
  if (starts.size < onDay.length || left.length > 0) return undefined;
  return { game, certainty: "anchored", meant: [game], why: "" };
}

/** Returns games nearest first; equally near ones with those still played first, then by id. */
export function nearestFirst(
  games: ReadonlyArray<Game>,
  distanceOf: (game: Game) => number,
  distanceMax: number,
): ReadonlyArray<Game> {
  return games.map((game) => ({ game, distance: distanceOf(game) }))
    .filter(({ distance }) => distance <= distanceMax)
    .toSorted((a, b) =>
      a.distance - b.distance ||
      Number(isCalledOff(a.game)) - Number(isCalledOff(b.game)) ||
      (a.game.id < b.game.id ? -1 : 1)
    )
    .map(({ game }) => game);
}
