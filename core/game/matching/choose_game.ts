/**
 * Chooses among games of the same two teams by when a platform says that theirs begins.
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

/** A kickoff that differs by no more is the same one. */
export const SAME_KICKOFF_SEC_MAX = 15 * 60;
/** A kickoff that differs by no more is another word for the game, if no other game is about. */
export const ANCHOR_SEC_MAX = 3 * 3_600;
/** Within these many seconds of an anchor there is no other game of the two teams. */
export const ALONE_SEC = 18 * 3_600;
/** A game that is further away is not looked at where the kickoff is not known to the hour. */
export const WEEK_SEC = 7 * DAY_SEC;

/**
 * - `on_time`: it begins when the platform says.
 * - `anchored`: nothing else can be meant, though the platform does not say this kickoff.
 * - `doubtful`: it is the nearest, and another may be meant.
 * - `remote`: it begins so far from what the platform says that it is another game, unless it was
 *   put off before anybody looked. No link is made of it, and it cannot be said to be absent.
 */
export type Standing = "on_time" | "anchored" | "doubtful" | "remote";

/** The game that is meant, and how sure that is. */
export interface Choice {
  readonly game: Game;
  readonly standing: Standing;
  /** Other games that may be meant. */
  readonly others: ReadonlyArray<Game>;
  /** What is doubtful; empty where nothing is. */
  readonly why: string;
}

/** Chooses among games of one pair of teams. Null where none of them can be meant. */
export function chooseGame(
  games: ReadonlyArray<Game>,
  { kickoff, nowSec }: { readonly kickoff: PlatformKickoff; readonly nowSec: UnixSec },
): Choice | null {
  if (kickoff.kind === "at") return chooseByInstant(games, kickoff.sec);
  if (kickoff.kind === "day") return chooseByDay(games, kickoff);
  return chooseByNow(games, nowSec);
}

/**
 * Games that are further away than a week stay ones that may be meant, even where one is near: so
 * none of them is said to be listed nowhere.
 */
function chooseByNow(games: ReadonlyArray<Game>, nowSec: UnixSec): Choice | null {
  const distanceOf = (game: Game) => Math.abs(game.kickoffSec - nowSec);
  const [game, ...others] = nearestFirst(games, distanceOf, Number.POSITIVE_INFINITY);
  if (game === undefined) return null;
  const near = [game, ...others].filter((each) => distanceOf(each) <= WEEK_SEC).length;
  if (near === 1) return { game, standing: "anchored", others, why: "" };
  return near === 0
    ? { game, standing: "doubtful", others, why: "It has no kickoff, and no game is near" }
    : {
      game,
      standing: "doubtful",
      others,
      why: "It has no kickoff, and more than one game lies within a week of now",
    };
}

function chooseByInstant(games: ReadonlyArray<Game>, atSec: UnixSec): Choice | null {
  const distanceOf = (game: Game) => secondsFrom(game, atSec);
  const begun = games.filter((game) => distanceOf(game) <= SAME_KICKOFF_SEC_MAX);
  const [only] = begun;
  if (only !== undefined && begun.length === 1 && isOnTime(only, atSec)) {
    return { game: only, standing: "on_time", others: [], why: "" };
  }
  const [nearest, ...others] = nearestFirst(games, distanceOf, WEEK_SEC);
  if (nearest === undefined) return null;
  const about = others.filter((game) => distanceOf(game) <= ALONE_SEC);
  const distance = distanceOf(nearest);
  if (distance <= ANCHOR_SEC_MAX && about.length === 0) {
    return { game: nearest, standing: "anchored", others: [], why: "" };
  }
  const isRemote = distance > ALONE_SEC;
  return {
    game: nearest,
    standing: isRemote ? "remote" : "doubtful",
    others: isRemote ? others : about,
    why: about.length > 0
      ? "More than one game of these teams is near its kickoff"
      : `Its kickoff is ${inHours(distance)} from the game's`,
  };
}

function isOnTime({ kickoffSec }: Game, atSec: UnixSec): boolean {
  return Math.abs(kickoffSec - atSec) <= SAME_KICKOFF_SEC_MAX;
}

function inHours(sec: number): string {
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
  return { game: nearest, standing: why === "" ? "anchored" : "doubtful", others, why };
}

/**
 * The numbered game of a doubleheader. Two games on the very day that the platform says show that
 * the day is right, so that the other days of a series do not matter. Nothing where there are not
 * two, where two begin together, or where one was moved away and may have had a number.
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
  return { game, standing: "anchored", others: [], why: "" };
}

/** Nearest first; of equally near ones those that are played, then by id. */
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

/** Whether a game has a kickoff within so many seconds of any of the other's. */
export function isNear(one: Game, other: Game, sec: number): boolean {
  return kickoffsOf(other).some((atSec) => secondsFrom(one, atSec) <= sec);
}
