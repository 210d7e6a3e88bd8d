/**
 * What the process that leads remembers of its looks at the spine. It may be lost: then less is
 * told, and nothing wrong.
 *
 * @module
 */
import { type Game, type LeagueCode } from "../game/mod.ts";
import { type CalendarDay, easternDay, toDayText, type UnixSec } from "../time/mod.ts";

/** The memory. */
export interface GameMemory {
  /** When a game was last seen being played. */
  readonly lastLiveSec: (gameId: string) => UnixSec | undefined;
  /** Whether a look that began then is no older than the last one taken. */
  readonly isNews: (gameId: string, beganMs: number) => boolean;
  /** Notes a look, and where the game stood. */
  readonly note: (
    game: Game,
    look: { readonly beganMs: number; readonly nowSec: UnixSec },
  ) => void;
  /** Whether a game was missing from its spine at the last look that could tell. */
  readonly wasMissing: (gameId: string) => boolean;
  readonly noteMissing: (gameId: string) => void;
  /** Whether that day of the league was looked at before. */
  readonly wasLookedAt: (league: LeagueCode, day: CalendarDay) => boolean;
  readonly noteDay: (league: LeagueCode, day: CalendarDay) => void;
  /** Whether a game stands on a day that was looked at before it was there. */
  readonly isNewcomer: (game: Game) => boolean;
}

/** Some weeks of every league. */
const LOOKS_MAX = 50_000;
const DAYS_MAX = 20_000;
const MISSING_MAX = 5_000;

/** Nothing was looked at yet. */
export function makeGameMemory(): GameMemory {
  const looks = new Map<string, { readonly beganMs: number; readonly liveSec?: UnixSec }>();
  const days = new Set<string>();
  const missing = new Set<string>();
  const dayKey = (league: LeagueCode, day: CalendarDay) => `${league}:${toDayText(day)}`;
  const wasLookedAt = (league: LeagueCode, day: CalendarDay) => days.has(dayKey(league, day));
  return {
    lastLiveSec: (gameId) => looks.get(gameId)?.liveSec,
    isNews: (gameId, beganMs) => beganMs >= (looks.get(gameId)?.beganMs ?? -Infinity),
    note: ({ id, status }, { beganMs, nowSec }) => {
      missing.delete(id);
      looks.delete(id);
      looks.set(id, { beganMs, ...(status === "live" ? { liveSec: nowSec } : {}) });
      dropOldest(looks.keys(), looks.size - LOOKS_MAX, (key) => looks.delete(key));
    },
    wasMissing: (gameId) => missing.has(gameId),
    noteMissing: (gameId) => {
      missing.delete(gameId);
      missing.add(gameId);
      dropOldest(missing, missing.size - MISSING_MAX, (id) => missing.delete(id));
    },
    wasLookedAt,
    noteDay: (league, day) => {
      days.add(dayKey(league, day));
      dropOldest(days.keys(), days.size - DAYS_MAX, (key) => days.delete(key));
    },
    isNewcomer: ({ league, kickoffSec }) => wasLookedAt(league, easternDay(kickoffSec)),
  };
}

/** Maps and sets give their keys in the order in which they came. */
function dropOldest(keys: Iterable<string>, excess: number, drop: (key: string) => void): void {
  if (excess <= 0) return;
  let left = excess;
  for (const key of keys) {
    if (left-- <= 0) return;
    drop(key);
  }
}
