/**
 * How far a game lies from when a platform says that it begins.
 *
 * @module
 */
import {
  type CalendarDay,
  DAY_SEC,
  easternDayRange,
  easternOffsetSec,
  type UnixSec,
} from "../../time/mod.ts";
import { type Game } from "../game.ts";
import { type PlatformKickoff } from "../platform_game.ts";

/** Every kickoff the game ever had, the one in force first. */
export function kickoffsOf({ kickoffSec, previousKickoffs }: Game): ReadonlyArray<UnixSec> {
  return [kickoffSec, ...previousKickoffs.map((previous) => previous.kickoffSec)];
}

/** Seconds from an instant to the game's nearest kickoff, given up ones included. */
export function secondsFrom({ kickoffSec, previousKickoffs }: Game, atSec: UnixSec): number {
  let least = Math.abs(kickoffSec - atSec);
  for (const previous of previousKickoffs) {
    least = Math.min(least, Math.abs(previous.kickoffSec - atSec));
  }
  return least;
}

/** Days from a US Eastern day to the one on which the game begins, or was to begin. */
export function daysFrom(game: Game, day: CalendarDay): number {
  const wanted = dayNumber(day);
  return Math.min(...kickoffsOf(game).map((sec) => Math.abs(easternDayNumber(sec) - wanted)));
}

/** The US Eastern day of an instant, counted from 1970-01-01. */
export function easternDayNumber(sec: UnixSec): number {
  return Math.floor((sec + easternOffsetSec(sec)) / DAY_SEC);
}

/** When a platform says that its game begins, at the earliest; null where it does not say. */
export function startOf(kickoff: PlatformKickoff): UnixSec | null {
  if (kickoff.kind === "unknown") return null;
  return kickoff.kind === "at" ? kickoff.sec : easternDayRange(kickoff.day).startSec;
}

/** A day, counted from 1970-01-01. */
export function dayNumber({ year, month, day }: CalendarDay): number {
  return Math.round(Date.UTC(year, month - 1, day) / 1000 / DAY_SEC);
}
