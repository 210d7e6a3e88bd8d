/**
 * What the process that leads remembers of its looks at the spine. It may be lost: then less is
 * told, and nothing wrong.
 *
 * @module
 */
import { type Game, type LeagueCode } from "../game/mod.ts";
import { type CalendarDay, easternDay, toDayText, UnixSec } from "../time/mod.ts";

/** The memory. */
export interface GameMemory {
  /** Whether any look since the start has found a game. */
  readonly hasSeen: (gameId: string) => boolean;
  /** When a game was last seen being played, if it was at the last look. */
  readonly lastLiveSec: (gameId: string) => UnixSec | undefined;
  /** Whether a look that began then is no older than the last one taken. */
  readonly isNews: (gameId: string, beganMs: number) => boolean;
  /** Notes a look, and where the game stood. */
  readonly note: (game: Game, beganMs: number) => void;
  /** When the look began since which a game has been missing; undefined where it is there. */
  readonly missingSinceMs: (gameId: string) => number | undefined;
  readonly noteMissing: (gameId: string, beganMs: number) => void;
  /** When the last look at that day began; -Infinity where there was none. */
  readonly lookedMs: (league: LeagueCode, day: CalendarDay) => number;
  /** The same, of the last look that could read everything there was. */
  readonly readWholeMs: (league: LeagueCode, day: CalendarDay) => number;
  readonly noteDay: (
    league: LeagueCode,
    look: { readonly day: CalendarDay; readonly beganMs: number; readonly isClean: boolean },
  ) => void;
  /** Whether a game stands on a day that was looked at before it was there. */
  readonly isNewcomer: (game: Game) => boolean;
  /** Newcomers of which it is not known yet whether others came with them. */
  readonly newcomers: (league: LeagueCode) => ReadonlyArray<Newcomer>;
  readonly setNewcomers: (league: LeagueCode, newcomers: ReadonlyArray<Newcomer>) => void;
}

/** A game that was not on a day of the schedule before, and when the look began that found it. */
export interface Newcomer {
  readonly gameId: string;
  /** The ids of its teams, in any order: the same for a game and its make-up. */
  readonly pair: string;
  readonly beganMs: number;
}

/** Some weeks of every league. */
const LOOKS_MAX = 50_000;
const DAYS_MAX = 20_000;
const MISSING_MAX = 5_000;
const NEWCOMERS_MAX = 500;

/** Nothing was looked at yet. */
export function makeGameMemory(): GameMemory {
  const looks = new Map<string, { readonly beganMs: number; readonly liveSec?: UnixSec }>();
  const days = new Map<string, { readonly beganMs: number; readonly wholeMs: number }>();
  const missing = new Map<string, number>();
  const newcomers = new Map<LeagueCode, ReadonlyArray<Newcomer>>();
  const dayKey = (league: LeagueCode, day: CalendarDay) => `${league}:${toDayText(day)}`;
  const dayOf = (league: LeagueCode, day: CalendarDay) =>
    days.get(dayKey(league, day)) ?? { beganMs: -Infinity, wholeMs: -Infinity };
  return {
    hasSeen: (gameId) => looks.has(gameId),
    lastLiveSec: (gameId) => looks.get(gameId)?.liveSec,
    isNews: (gameId, beganMs) => beganMs >= (looks.get(gameId)?.beganMs ?? -Infinity),
    note: ({ id, status }, beganMs) => {
      missing.delete(id);
      looks.delete(id);
      const liveSec = UnixSec(Math.floor(beganMs / 1000));
      looks.set(id, { beganMs, ...(status === "live" ? { liveSec } : {}) });
      dropOldest(looks.keys(), looks.size - LOOKS_MAX, (key) => looks.delete(key));
    },
    missingSinceMs: (gameId) => missing.get(gameId),
    noteMissing: (gameId, beganMs) => {
      if (missing.has(gameId)) return;
      missing.set(gameId, beganMs);
      dropOldest(missing.keys(), missing.size - MISSING_MAX, (id) => missing.delete(id));
    },
    lookedMs: (league, day) => dayOf(league, day).beganMs,
    readWholeMs: (league, day) => dayOf(league, day).wholeMs,
    noteDay: (league, { day, beganMs, isClean }) => {
      const known = dayOf(league, day);
      days.set(dayKey(league, day), {
        beganMs: Math.max(known.beganMs, beganMs),
        wholeMs: isClean ? Math.max(known.wholeMs, beganMs) : known.wholeMs,
      });
      dropOldest(days.keys(), days.size - DAYS_MAX, (key) => days.delete(key));
    },
    isNewcomer: ({ league, kickoffSec }) => days.has(dayKey(league, easternDay(kickoffSec))),
    newcomers: (league) => newcomers.get(league) ?? [],
    setNewcomers: (league, found) => void newcomers.set(league, found.slice(-NEWCOMERS_MAX)),
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
