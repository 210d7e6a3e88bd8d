/**
 * The distance between a game and the platform's kickoff.
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
import { type Span } from "./timeline.ts";

/** Returns every kickoff the game ever had, the current one first. */
export function kickoffsOf({ kickoffSec, previousKickoffs }: Game): ReadonlyArray<UnixSec> {
  return [kickoffSec, ...previousKickoffs.map((previous) => previous.kickoffSec)];
}

/** Returns the seconds from an instant to the game's nearest kickoff, including previous ones. */
export function secondsFrom({ kickoffSec, previousKickoffs }: Game, atSec: UnixSec): number {
  let least = Math.abs(kickoffSec - atSec);
  for (const previous of previousKickoffs) {
    least = Math.min(least, Math.abs(previous.kickoffSec - atSec));
  }
  return least;
}

/** Returns the days from a US Eastern day to the game's nearest one, including previous ones. */
export function daysFrom(game: Game, day: CalendarDay): number {
  const wanted = dayNumber(day);
  return Math.min(...kickoffsOf(game).map((sec) => Math.abs(easternDayNumber(sec) - wanted)));
}

/** Returns a span that holds all US Eastern days within some days of one, and little more. */
export function spanOfDays(day: CalendarDay, days: number): Span {
  const middle = dayNumber(day);
  // An Eastern day begins on its UTC day and ends on the next one.
  return { firstSec: (middle - days) * DAY_SEC, lastSec: (middle + days + 2) * DAY_SEC };
}

/** Returns the US Eastern day of an instant, counted from 1970-01-01. */
export function easternDayNumber(sec: UnixSec): number {
  return Math.floor((sec + easternOffsetSec(sec)) / DAY_SEC);
}

/** Returns the earliest start that a platform's kickoff allows; null if it is unknown. */
export function startOf(kickoff: PlatformKickoff): UnixSec | null {
  if (kickoff.kind === "unknown") return null;
  return kickoff.kind === "at" ? kickoff.sec : easternDayRange(kickoff.day).startSec;
}

/** Returns a day, counted from 1970-01-01. */
export function dayNumber({ year, month, day }: CalendarDay): number {
  return Math.round(Date.UTC(year, month - 1, day) / 1000 / DAY_SEC);
}
