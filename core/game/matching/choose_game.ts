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
  kickoffsOf,
  secondsFrom,
} from "./kickoff_distance.ts";

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
  /** Other games that may be meant. */
  readonly others: ReadonlyArray<Game>;
  /** The reason for doubt; empty if there is none. */
  readonly why: string;
}

/** Chooses among games of one pair of teams. Returns null if none of them can be meant. */
export function chooseGame(
  games: ReadonlyArray<Game>,
  { kickoff, nowSec }: { readonly kickoff: PlatformKickoff; readonly nowSec: UnixSec },
): Choice | null {
  if (kickoff.kind === "at") return chooseByInstant(games, kickoff.sec);
  if (kickoff.kind === "day") return chooseByDay(games, kickoff);
  return chooseByNow(games, nowSec);
}

/**
 * Games more than a week away remain candidates even if one is near, so that none of them is
 * reported as not listed.
 */
function chooseByNow(games: ReadonlyArray<Game>, nowSec: UnixSec): Choice | null {
  const distanceOf = (game: Game) => Math.abs(game.kickoffSec - nowSec);
  const [game, ...others] = nearestFirst(games, distanceOf, Number.POSITIVE_INFINITY);
  if (game === undefined) return null;
  const near = [game, ...others].filter((each) => distanceOf(each) <= WEEK_SEC).length;
  if (near === 1) return { game, certainty: "anchored", others, why: "" };
  return near === 0
    ? { game, certainty: "doubtful", others, why: "It has no kickoff, and no game is near" }
    : {
      game,
      certainty: "doubtful",
      others,
      why: "It has no kickoff, and more than one game lies within a week of now",
    };
}

function chooseByInstant(games: ReadonlyArray<Game>, atSec: UnixSec): Choice | null {
  const distanceOf = (game: Game) => secondsFrom(game, atSec);
  const begun = games.filter((game) => distanceOf(game) <= SAME_KICKOFF_SEC_MAX);
  const [only] = begun;
  if (only !== undefined && begun.length === 1 && isOnTime(only, atSec)) {
    return { game: only, certainty: "on_time", others: [], why: "" };
  }
  const [nearest, ...others] = nearestFirst(games, distanceOf, WEEK_SEC);
  if (nearest === undefined) return null;
  const about = others.filter((game) => distanceOf(game) <= ALONE_SEC);
  const distance = distanceOf(nearest);
  if (distance <= ANCHOR_SEC_MAX && about.length === 0) {
    return { game: nearest, certainty: "anchored", others: [], why: "" };
  }
  return {
    game: nearest,
    certainty: distance > ALONE_SEC ? "remote" : "doubtful",
    // A platform may keep the kickoff of a game that was moved, which lies near another one then.
    others: distance > ANCHOR_SEC_MAX ? others : about,
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
  games: ReadonlyArray<Game>,
  kickoff: Extract<PlatformKickoff, { kind: "day" }>,
): Choice | null {
  const near = nearestFirst(games, (game) => daysFrom(game, kickoff.day), 7);
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
  return { game: nearest, certainty: why === "" ? "anchored" : "doubtful", others, why };
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
  return { game, certainty: "anchored", others: [], why: "" };
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

/** Whether any kickoff of a game lies within `sec` seconds of any kickoff of the other. */
export function isNear(one: Game, other: Game, sec: number): boolean {
  return kickoffsOf(other).some((atSec) => secondsFrom(one, atSec) <= sec);
}
