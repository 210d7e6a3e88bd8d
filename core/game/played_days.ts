/**
 * The days that have games, and those with a game in play or one that may go on.
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

/**
 * Whether a game may go on at any moment: it was stopped, or not begun, and often goes on the day
 * after, on the schedule still under its first day.
 */
function mayGoOnAt({ status, kickoffSec }: Game, nowSec: UnixSec): boolean {
  return status === "postponed" && kickoffSec <= nowSec && kickoffSec >= nowSec - PLAYED_SEC_MAX;
}

/** Days with games, with a game in play, or one that may go on, by {@linkcode leagueDayKey}. */
export interface GameDays {
  readonly known: ReadonlySet<string>;
  readonly played: ReadonlySet<string>;
  readonly stopped: ReadonlySet<string>;
}

/** Returns the days of these games. */
export function gameDays(games: Iterable<Game>, nowSec: UnixSec): GameDays {
  const [known, played, stopped] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const game of games) {
    const key = leagueDayKey(game.league, toDayText(easternDay(game.kickoffSec)));
    known.add(key);
    if (isPlayedAt(game, nowSec)) played.add(key);
    if (mayGoOnAt(game, nowSec)) stopped.add(key);
  }
  return { known, played, stopped };
}
