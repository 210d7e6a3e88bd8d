/**
 * Port: games, what platforms list of them, and what was looked at.
 *
 * One process of all that share a store writes; every one reads what has changed.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { GameRecord, LeagueCode, PlatformRecord, Reaches, Scan } from "../game/mod.ts";
import type { CalendarDay, TimeRange, UnixSec } from "../time/mod.ts";
import type { ScheduleReadings } from "./schedule_reading.ts";
import type { StoreFailed } from "./store_failure.ts";

/**
 * The number of a game as it was written: of two, the one that was written later has the greater,
 * and of those that were written together, the one whose id comes later. It is stored, and so the
 * same for every reader, and no two games ever have the same. A game that is written again gets
 * another, and nothing has its former one any more: what is missing between two is no loss.
 *
 * `ordinal`: the place of its id among those of the write, from 1.
 */
export function gameSeq(revision: number, ordinal: number): number {
  return revision * SEQS_PER_WRITE + ordinal;
}

/** The write that gave a game this number. */
export function revisionOfSeq(seq: number): number {
  return Math.floor(seq / SEQS_PER_WRITE);
}

const SEQS_PER_WRITE = 100_000;

/** How many games one write may hold. */
export const GAMES_PER_WRITE_MAX = SEQS_PER_WRITE - 1;

/** What is written together, or not at all. */
export interface GameChanges {
  /** When, on the service's clock. */
  readonly atSec: UnixSec;
  /**
   * In the place of what is stored under the same id. With more than
   * {@linkcode GAMES_PER_WRITE_MAX} ids the write fails.
   */
  readonly games: ReadonlyArray<GameRecord>;
  /** In the place of what is stored under the same source and key. */
  readonly platformGames: ReadonlyArray<PlatformRecord>;
  /** In the place of what is stored of the same leagues; left out: nothing changes. */
  readonly reaches?: Reaches;
  /** Beside those that are stored. */
  readonly scans: ReadonlyArray<Scan>;
}

/** The last write. */
export interface GamesHead {
  /** Grows by 1 with every write; 0: nothing was ever written. */
  readonly revision: number;
  readonly atSec: UnixSec;
}

/** A game as it was written, and its number: see {@linkcode gameSeq}. */
export interface ChangedGame {
  readonly record: GameRecord;
  readonly seq: number;
}

/** Reads and writes the game graph. */
export class GameStore extends Context.Service<GameStore, {
  /** Games of these leagues that begin in the range, in the order of kickoff and id. */
  readonly gamesIn: (query: {
    readonly leagues: ReadonlyArray<LeagueCode>;
    readonly range: TimeRange;
  }) => Effect.Effect<ReadonlyArray<GameRecord>, StoreFailed>;

  /** Those of these games that are stored, in any order. */
  readonly gamesById: (
    ids: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyArray<GameRecord>, StoreFailed>;

  /** What platforms have listed of a league and was last seen then or later. */
  readonly platformGames: (query: {
    readonly league: LeagueCode;
    readonly seenSinceSec: UnixSec;
  }) => Effect.Effect<ReadonlyArray<PlatformRecord>, StoreFailed>;

  /** What is linked to no game, or only for review, last seen then or later: latest first. */
  readonly unsettled: (query: {
    readonly seenSinceSec: UnixSec;
    readonly limit: number;
  }) => Effect.Effect<ReadonlyArray<PlatformRecord>, StoreFailed>;

  /** Writes all or nothing, one write after the other. Gives the new head. */
  readonly write: (changes: GameChanges) => Effect.Effect<GamesHead, StoreFailed>;

  readonly head: Effect.Effect<GamesHead, StoreFailed>;

  /**
   * Games whose last write has a greater number, in the order of the numbers. A walk from number
   * to number misses nothing that is written before it ends.
   */
  readonly changedSince: (query: {
    readonly afterSeq: number;
    readonly limit: number;
  }) => Effect.Effect<ReadonlyArray<ChangedGame>, StoreFailed>;

  /** Of what time schedules were read. */
  readonly reaches: Effect.Effect<Reaches, StoreFailed>;

  /** When days of the schedule were read, and what cannot be, in any order. */
  readonly readings: Effect.Effect<ScheduleReadings, StoreFailed>;

  /**
   * Notes readings, which is no write of games. One takes the place of that of the same league and
   * day, and ends the league's trouble; a trouble that goes on keeps its beginning. With
   * any reading, those of days before `forgetBefore` are forgotten.
   */
  readonly noteReadings: (
    notes: ScheduleReadings & { readonly forgetBefore: CalendarDay },
  ) => Effect.Effect<void, StoreFailed>;

  /** Looks that began then or later. */
  readonly scansSince: (sec: UnixSec) => Effect.Effect<ReadonlyArray<Scan>, StoreFailed>;

  /** Forgets looks that began before. */
  readonly forgetScans: (beforeSec: UnixSec) => Effect.Effect<void, StoreFailed>;
}>()("core/port/GameStore") {}
