/**
 * On which days games are played now, or are to be.
 *
 * @module
 */
import { DAY_SEC, easternDay, toDayText, type UnixSec } from "../time/mod.ts";
import { type Game } from "./game.ts";
import { type LeagueCode } from "./league.ts";

/** Games that may be played now began at most so long ago: a rain delay takes its time. */
export const PLAYED_SEC_MAX = 2 * DAY_SEC;
/** A game may begin a little before its time. */
export const EARLY_SEC = 600;

/** Whether it is played, or should be by now. */
export function isPlayedAt(
  { status, kickoffSec, isOffSchedule }: Pick<Game, "status" | "kickoffSec" | "isOffSchedule">,
  nowSec: UnixSec,
): boolean {
  if (kickoffSec < nowSec - PLAYED_SEC_MAX) return false;
  return status === "live" ||
    (status === "scheduled" && !isOffSchedule && kickoffSec < nowSec + EARLY_SEC);
}

/** How a day of a league is called in a set or a map. */
export function leagueDayKey(league: LeagueCode, dayText: string): string {
  return `${league} ${dayText}`;
}

/** The days that have games, and those on which one is played now, by {@linkcode leagueDayKey}. */
export interface GameDays {
  readonly known: ReadonlySet<string>;
  readonly played: ReadonlySet<string>;
}

/** Of these games. */
export function gameDays(games: Iterable<Game>, nowSec: UnixSec): GameDays {
  const [known, played] = [new Set<string>(), new Set<string>()];
  for (const game of games) {
    const key = leagueDayKey(game.league, toDayText(easternDay(game.kickoffSec)));
    known.add(key);
    if (isPlayedAt(game, nowSec)) played.add(key);
  }
  return { known, played };
}
