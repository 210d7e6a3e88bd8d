/**
 * The days that have games, and those with a game in play.
 *
 * @module
 */
import { DAY_SEC, easternDay, toDayText, type UnixSec } from "../time/mod.ts";
import { type Game } from "./game.ts";
import { type LeagueCode } from "./league.ts";

/** Maximum time since the kickoff of a game in play, in seconds: 2 days, for rain delays. */
export const PLAYED_SEC_MAX = 2 * DAY_SEC;
/** How long before its kickoff a game may begin, in seconds. */
export const EARLY_SEC = 600;

/** Whether a game is in play, or should be by now. */
export function isPlayedAt(
  { status, kickoffSec, isOffSchedule }: Pick<Game, "status" | "kickoffSec" | "isOffSchedule">,
  nowSec: UnixSec,
): boolean {
  if (kickoffSec < nowSec - PLAYED_SEC_MAX) return false;
  return status === "live" ||
    (status === "scheduled" && !isOffSchedule && kickoffSec < nowSec + EARLY_SEC);
}

/** Returns the key of a league's day for sets and maps. */
export function leagueDayKey(league: LeagueCode, dayText: string): string {
  return `${league} ${dayText}`;
}

/** Days with games and days with a game in play, by {@linkcode leagueDayKey}. */
export interface GameDays {
  readonly known: ReadonlySet<string>;
  readonly played: ReadonlySet<string>;
}

/** Returns the days of these games. */
export function gameDays(games: Iterable<Game>, nowSec: UnixSec): GameDays {
  const [known, played] = [new Set<string>(), new Set<string>()];
  for (const game of games) {
    const key = leagueDayKey(game.league, toDayText(easternDay(game.kickoffSec)));
    known.add(key);
    if (isPlayedAt(game, nowSec)) played.add(key);
  }
  return { known, played };
}
