/**
 * Port: games, the platforms' listings of them, and the scans and readings behind both.
 *
 * Of all processes that share a store, one writes and every one reads the changes.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { GameRecord, LeagueCode, PlatformRecord, Reaches, Scan } from "../game/mod.ts";
import type { CalendarDay, TimeRange, UnixSec } from "../time/mod.ts";
import type { ScheduleReadings } from "./schedule_reading.ts";
import type { StoreFailed } from "./store_failure.ts";

/**
 * Returns the sequence number of a written game. Later writes have greater numbers; within a write
 * the numbers follow the order of the ids. The number is stored, so it is the same for every
 * reader, and unique. A game that is written again gets a new number and its previous one is no
 * longer used: gaps are not lost changes.
 *
 * `ordinal`: the position of its id among those of the write, from 1.
 */
export function gameSeq(revision: number, ordinal: number): number {
  return revision * SEQS_PER_WRITE + ordinal;
}

/** Returns the revision of the write that assigned this sequence number. */
export function revisionOfSeq(seq: number): number {
  return Math.floor(seq / SEQS_PER_WRITE);
}

const SEQS_PER_WRITE = 100_000;

/** Maximum number of games in one write. */
export const GAMES_PER_WRITE_MAX = SEQS_PER_WRITE - 1;

/** The changes of one atomic write. */
export interface GameChanges {
  /** The time of the write, on the service's clock. */
  readonly atSec: UnixSec;
  /**
   * Replace the stored games with the same id. The write fails with more than
   * {@linkcode GAMES_PER_WRITE_MAX} ids.
   */
  readonly games: ReadonlyArray<GameRecord>;
  /** Replace the stored records with the same source and key. */
  readonly platformGames: ReadonlyArray<PlatformRecord>;
  /** Replace the stored reaches of the same leagues; omitted: no change. */
  readonly reaches?: Reaches;
  /** Added to the stored scans. */
  readonly scans: ReadonlyArray<Scan>;
}

/** The last write. */
export interface GamesHead {
  /** Grows by 1 with every write; 0 before the first one. */
  readonly revision: number;
  readonly atSec: UnixSec;
}

/** A written game and its sequence number: see {@linkcode gameSeq}. */
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

  /** The stored games with these ids, in any order. */
  readonly gamesById: (
    ids: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyArray<GameRecord>, StoreFailed>;

  /** The platforms' games of a league that were last seen then or later. */
  readonly platformGames: (query: {
    readonly league: LeagueCode;
    readonly seenSinceSec: UnixSec;
  }) => Effect.Effect<ReadonlyArray<PlatformRecord>, StoreFailed>;

  /** Platform games without a link, or linked only for review, seen then or later: latest first. */
  readonly unsettled: (query: {
    readonly seenSinceSec: UnixSec;
    readonly limit: number;
  }) => Effect.Effect<ReadonlyArray<PlatformRecord>, StoreFailed>;

  /** Writes all changes or none, one write at a time. Returns the new head. */
  readonly write: (changes: GameChanges) => Effect.Effect<GamesHead, StoreFailed>;

  readonly head: Effect.Effect<GamesHead, StoreFailed>;

  /**
   * Games whose last write has a greater sequence number, in sequence order. Paging from number to
   * number misses nothing that is written before it ends.
   */
  readonly changedSince: (query: {
    readonly afterSeq: number;
    readonly limit: number;
  }) => Effect.Effect<ReadonlyArray<ChangedGame>, StoreFailed>;

  /** The time ranges for which schedules were read. */
  readonly reaches: Effect.Effect<Reaches, StoreFailed>;

  /** When days of the schedule were read, and which leagues cannot be, in any order. */
  readonly readings: Effect.Effect<ScheduleReadings, StoreFailed>;

  /**
   * Records readings, without a write of games. A reading replaces the one of the same league and
   * day, and ends the league's trouble. A lasting trouble keeps its start. If there is any reading,
   * those of days before `forgetBefore` are deleted.
   */
  readonly noteReadings: (
    notes: ScheduleReadings & { readonly forgetBefore: CalendarDay },
  ) => Effect.Effect<void, StoreFailed>;

  /** Scans that began then or later. */
  readonly scansSince: (sec: UnixSec) => Effect.Effect<ReadonlyArray<Scan>, StoreFailed>;

  /** Deletes scans that began earlier. */
  readonly forgetScans: (beforeSec: UnixSec) => Effect.Effect<void, StoreFailed>;
}>()("core/port/GameStore") {}
