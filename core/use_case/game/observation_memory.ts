/**
 * What the leading process remembers of its schedule observations. Losing it reduces what can be
 * reported but never makes it wrong.
 *
 * @module
 */
import { BoundedMap } from "../../bounded_map.ts";
import { type Game, type LeagueCode } from "../../game/mod.ts";
import { type CalendarDay, easternDay, toDayText, UnixSec } from "../../time/mod.ts";

/** A bounded memory of schedule observations. */
export interface ObservationMemory {
  /** Whether any observation since the start has found a game. */
  readonly hasSeen: (gameId: string) => boolean;
  /** When a game was last observed, if it was live then. */
  readonly lastLiveSec: (gameId: string) => UnixSec | undefined;
  /** Whether an observation that began then is at least as recent as the last one applied. */
  readonly isCurrent: (gameId: string, beganMs: number) => boolean;
  /** Records an observation of a game. */
  readonly note: (game: Game, beganMs: number) => void;
  /** When the first observation that missed a game began; undefined if it is not missing. */
  readonly missingSinceMs: (gameId: string) => number | undefined;
  readonly noteMissing: (gameId: string, beganMs: number) => void;
  /** When the last observation of a day began; -Infinity if there was none. */
  readonly observedMs: (league: LeagueCode, day: CalendarDay) => number;
  /** The same for the last observation that could read everything. */
  readonly readWholeMs: (league: LeagueCode, day: CalendarDay) => number;
  readonly noteDay: (
    league: LeagueCode,
    reading: { readonly day: CalendarDay; readonly beganMs: number; readonly isClean: boolean },
  ) => void;
  /** Whether a game is on a day that was observed before without it. */
  readonly isNewcomer: (game: Game) => boolean;
  /** Newcomers that are not judged yet. */
  readonly newcomers: (league: LeagueCode) => ReadonlyArray<Newcomer>;
  readonly setNewcomers: (league: LeagueCode, newcomers: ReadonlyArray<Newcomer>) => void;
}

/** A game that is new on a day of the schedule, and when the observation that found it began. */
export interface Newcomer {
  readonly gameId: string;
  /** The ids of its teams, in any order: the same for a game and its make-up. */
  readonly pair: string;
  readonly beganMs: number;
}

/** Limits that cover some weeks of every league. */
const SEEN_MAX = 50_000;
const DAYS_MAX = 20_000;
const MISSING_MAX = 5_000;
const NEWCOMERS_MAX = 500;

/** Makes an empty memory. */
export function makeObservationMemory(): ObservationMemory {
  const seen = new BoundedMap<
    string,
    { readonly beganMs: number; readonly liveSec?: UnixSec }
  >(SEEN_MAX);
  const days = new BoundedMap<
    string,
    { readonly beganMs: number; readonly wholeMs: number }
  >(DAYS_MAX);
  const missing = new BoundedMap<string, number>(MISSING_MAX);
  const newcomers = new Map<LeagueCode, ReadonlyArray<Newcomer>>();
  const dayKey = (league: LeagueCode, day: CalendarDay) => `${league}:${toDayText(day)}`;
  const dayOf = (league: LeagueCode, day: CalendarDay) =>
    days.get(dayKey(league, day)) ?? { beganMs: -Infinity, wholeMs: -Infinity };
  return {
    hasSeen: (gameId) => seen.has(gameId),
    lastLiveSec: (gameId) => seen.get(gameId)?.liveSec,
    isCurrent: (gameId, beganMs) => beganMs >= (seen.get(gameId)?.beganMs ?? -Infinity),
    note: ({ id, status }, beganMs) => {
      missing.delete(id);
      const liveSec = UnixSec(Math.floor(beganMs / 1000));
      seen.setNewest(id, { beganMs, ...(status === "live" ? { liveSec } : {}) });
    },
    missingSinceMs: (gameId) => missing.get(gameId),
    noteMissing: (gameId, beganMs) => {
      if (!missing.has(gameId)) missing.set(gameId, beganMs);
    },
    observedMs: (league, day) => dayOf(league, day).beganMs,
    readWholeMs: (league, day) => dayOf(league, day).wholeMs,
    noteDay: (league, { day, beganMs, isClean }) => {
      const known = dayOf(league, day);
      days.set(dayKey(league, day), {
        beganMs: Math.max(known.beganMs, beganMs),
        wholeMs: isClean ? Math.max(known.wholeMs, beganMs) : known.wholeMs,
      });
    },
    isNewcomer: ({ league, kickoffSec }) => days.has(dayKey(league, easternDay(kickoffSec))),
    newcomers: (league) => newcomers.get(league) ?? [],
    setNewcomers: (league, found) => void newcomers.set(league, found.slice(-NEWCOMERS_MAX)),
  };
}
