/**
 * The read model of games, refreshed periodically from the store.
 *
 * Requests read it from memory, without a query.
 *
 * @module
 */
import { Context, Effect, HashMap, Layer, Option, Semaphore } from "effect";
import {
  emptyListing,
  type GameListing,
  isSeenAgain,
  isShown,
  type LeagueCode,
  patchListing,
  type Reaches,
  type Scan,
  SCAN_AGE_SEC_MAX,
  type Team,
} from "../../game/mod.ts";
import {
  type ChangedGame,
  type GamesHead,
  GameStore,
  type ScheduleReadings,
  type StoreFailed,
} from "../../port/mod.ts";
import { UnixSec } from "../../time/mod.ts";
import { makeGameChangeLog } from "./game_change_log.ts";
import { GameSettings } from "./game_settings.ts";
import { nowSec } from "../price/opened_window.ts";
import { makeRecordPool } from "./record_pool.ts";

/** The changes of a refresh. */
export interface GameNews {
  /** The listing after the changes. */
  readonly listing: GameListing;
  /**
   * The changed games in write order, each once. Excludes withheld games and those that a platform
   * merely listed again.
   */
  readonly changed: ReadonlyArray<ChangedGame>;
}

/** Called after every refresh with changed games, except the first. Must not throw. */
export type GameListener = (news: GameNews) => void;

/** Holds every game in memory. */
export class GameReadModel extends Context.Service<GameReadModel, {
  /** The games as of the last refresh; undefined before the first. */
  readonly current: () => GameListing | undefined;
  /**
   * Reads the changes from the store, drops expired scans, and returns the new listing. If reading
   * fails, the listing stays, except for absences that no recent scan proves any more. Refreshes
   * run one at a time.
   */
  readonly refresh: Effect.Effect<GameListing, StoreFailed>;
  /**
   * The progress of the first reading of the schedule, as of the last refresh; undefined before it,
   * and once every league was read.
   */
  readonly readings: () => ScheduleReadings | undefined;
  /** Adds a listener and returns a function that removes it. */
  readonly listen: (listener: GameListener) => () => void;
  /**
   * Games of a league that are not withheld and whose last write has a greater sequence number, in
   * sequence order, as of the last refresh.
   */
  readonly changedAfter: (league: LeagueCode, seq: number) => ReadonlyArray<ChangedGame>;
  /** The last sequence number that a refresh has read, of a league or of all; 0 if none. */
  readonly headSeq: (league?: LeagueCode) => number;
  /** The teams of a league, by id, including withheld ones; empty before the first refresh. */
  readonly teamsOf: (league: LeagueCode) => ReadonlyArray<Team>;
}>()("core/use_case/GameReadModel") {}

/** Maximum number of games in one query. */
const GAMES_PER_READ = 5_000;

/** Maximum number of passes of a refresh while other writes arrive. */
const READS_MAX = 5;

/** Everything read from the store so far. */
interface ReadState {
  readonly listing: GameListing;
  /** The sequence number up to which games were read. */
  readonly seq: number;
  readonly reaches: Reaches;
  readonly scans: ReadonlyArray<Scan>;
}

/** The additions of one refresh. */
interface Reading {
  readonly head: GamesHead;
  /** The last write of each game. */
  readonly changed: ReadonlyMap<string, ChangedGame>;
  readonly seq: number;
  readonly reaches: Reaches;
  readonly scans: ReadonlyArray<Scan>;
}

/** The read model over the store, with the current settings. */
export const layerGameReadModel: Layer.Layer<GameReadModel, never, GameStore> = Layer.effect(
  GameReadModel,
  Effect.gen(function* () {
    const store = yield* GameStore;
    const settings = yield* GameSettings;
    const oneAtATime = yield* Semaphore.make(1);
    const share = makeRecordPool();
    const listeners = new Set<GameListener>();
    let current: ReadState | undefined;
    let readings: ScheduleReadings | undefined;
    let log = makeGameChangeLog();

    /** Reads all changes after a sequence number; returns the last number. */
    const walk = Effect.fnUntraced(function* (
      from: number,
      changed: Map<string, ChangedGame>,
    ): Effect.fn.Return<number, StoreFailed> {
      let seq = from;
      while (true) {
        const found = yield* store.changedSince({ afterSeq: seq, limit: GAMES_PER_READ });
        for (const { record, seq } of found) {
          // Deletes first, so that the map's order is that of the last writes.
          changed.delete(record.game.id);
          changed.set(record.game.id, { record: share(record), seq });
        }
        seq = found.at(-1)?.seq ?? seq;
        if (found.length < GAMES_PER_READ) return seq;
      }
    });

    /** Reads games and scans until no write happens between the first and the last query. */
    const readOn = Effect.fnUntraced(function* (
      from: number,
      firstHead: GamesHead,
    ): Effect.fn.Return<Reading, StoreFailed> {
      const changed = new Map<string, ChangedGame>();
      let [seq, head] = [from, firstHead];
      for (let reads = 1;; reads++) {
        seq = yield* walk(seq, changed);
        // Scans that had expired at the last write are already reflected in `changedSec`.
        const scans = yield* store.scansSince(UnixSec(Math.max(0, head.atSec - SCAN_AGE_SEC_MAX)));
        const reaches = yield* store.reaches;
        const headAfter = yield* store.head;
        if (headAfter.revision === head.revision || reads === READS_MAX) {
          return { head, changed, seq, reaches, scans };
        }
        head = headAfter;
      }
    });

    const refresh = Effect.fn("GameReadModel.refresh")(function* () {
      const head = yield* store.head;
      // A store that was reset is read from the start.
      const known = current === undefined || head.revision < current.listing.revision
        ? undefined
        : current;
      const state = known ??
        { listing: emptyListing(settings), seq: 0, reaches: new Map(), scans: [] };
      const reading = known !== undefined && head.revision === known.listing.revision
        ? { ...known, head, changed: new Map<string, ChangedGame>() }
        : yield* readOn(state.seq, head);
      const changed = [...reading.changed.values()];
      const listing = patchListing(state.listing, {
        head: reading.head,
        nowSec: yield* nowSec,
        records: changed.map(({ record }) => record),
        reaches: reading.reaches,
        scans: reading.scans,
      });
      if (known === undefined) log = makeGameChangeLog();
      log.take(changed);
      const { seq, reaches, scans } = reading;
      current = { listing, seq, reaches, scans };
      const changes = known === undefined ? [] : changed.filter(isChangeTo(known.listing));
      publish({ listing, changed: changes });
      const isOpen = settings.leagues.every((league) => reaches.has(league));
      readings = isOpen && listing.revision > 0 ? undefined : yield* store.readings;
      return listing;
    });

    /** Expires old scans although the store cannot be read. */
    const expire = Effect.gen(function* () {
      if (current === undefined) return;
      const { listing, reaches, scans } = current;
      const head = { revision: listing.revision, atSec: listing.asOfSec };
      const expired = { head, nowSec: yield* nowSec, records: [], reaches, scans };
      current = { ...current, listing: patchListing(listing, expired) };
    });

    const shownOf = (changed: ReadonlyArray<ChangedGame>) =>
      changed.filter(({ record }) => isShown(settings, record.game));
    const isChangeTo = ({ byId }: GameListing) => ({ record }: ChangedGame) =>
      !Option.exists(
        HashMap.get(byId, record.game.id),
        (before) => isSeenAgain(before, record),
      );
    const publish = ({ listing, changed }: GameNews) => {
      const shown = shownOf(changed);
      if (shown.length === 0) return;
      for (const listener of listeners) listener({ listing, changed: shown });
    };

    return GameReadModel.of({
      current: () => current?.listing,
      readings: () => readings,
      refresh: oneAtATime.withPermits(1)(Effect.tapError(refresh(), () => expire)),
      listen: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      changedAfter: (league, seq) => shownOf(log.after(league, seq)),
      headSeq: (league) => log.headSeq(league),
      teamsOf: (league) => current?.listing.teams.get(league) ?? [],
    });
  }),
);
