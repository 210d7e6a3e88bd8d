/**
 * Kickoffs and their distances, computed in the plainest way.
 *
 * @module
 */
import { type Game, isCalledOff, type PlatformKickoff } from "../../../core/game/mod.ts";
import { type CalendarDay } from "../../../core/time/mod.ts";

export const MINUTE_SEC = 60;
export const HOUR_SEC = 60 * MINUTE_SEC;
export const DAY_SEC = 24 * HOUR_SEC;

/** Games within a distance, nearest first; equally near ones with those still played first. */
export function nearest(
  games: ReadonlyArray<Game>,
  distanceOf: (game: Game) => number,
  distanceMax: number,
): ReadonlyArray<Game> {
  return games.filter((game) => distanceOf(game) <= distanceMax).toSorted((a, b) =>
    distanceOf(a) - distanceOf(b) || Number(isCalledOff(a)) - Number(isCalledOff(b)) ||
    (a.id < b.id ? -1 : 1)
  );
}

/** Games by kickoff, then by id. */
export function sorted(games: ReadonlyArray<Game>): ReadonlyArray<Game> {
  return games.toSorted((a, b) => a.kickoffSec - b.kickoffSec || (a.id < b.id ? -1 : 1));
}

/** Every kickoff that a game ever had. */
export function kickoffsOf({ kickoffSec, previousKickoffs }: Game): ReadonlyArray<number> {
  return [kickoffSec, ...previousKickoffs.map((previous) => previous.kickoffSec)];
}

/** Seconds from an instant to the nearest kickoff. */
export function secondsFrom(game: Game, atSec: number): number {
  return Math.min(...kickoffsOf(game).map((sec) => Math.abs(sec - atSec)));
}

/** Days from a US Eastern day to that of the nearest kickoff. */
export function daysFrom(game: Game, wanted: number): number {
  return Math.min(...kickoffsOf(game).map((sec) => Math.abs(easternDay(sec) - wanted)));
}

const NEW_YORK = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" });

/** The US Eastern day of an instant, counted from 1970-01-01. */
export function easternDay(sec: number): number {
  return Date.parse(NEW_YORK.format(sec * 1000)) / 1000 / DAY_SEC;
}

/** A day, counted from 1970-01-01. */
export function dayOf({ year, month, day }: CalendarDay): number {
  return Date.UTC(year, month - 1, day) / 1000 / DAY_SEC;
}

/** The earliest start that a kickoff allows. */
export function startOf(kickoff: PlatformKickoff): number | null {
  if (kickoff.kind === "unknown") return null;
  if (kickoff.kind === "at") return kickoff.sec;
  // Midnight in New York is 4:00 or 5:00 UTC.
  const day = dayOf(kickoff.day);
  const midnights = [4, 5].map((hour) => day * DAY_SEC + hour * HOUR_SEC);
  return midnights.find((sec) => easternDay(sec) === day) ?? null;
}
