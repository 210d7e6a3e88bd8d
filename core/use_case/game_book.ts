/**
 * The book of games: the read model, brought up to date with the store now and then.
 *
 * Requests read it without asking anyone.
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
} from "../game/mod.ts";
import {
  type ChangedGame,
  type GamesHead,
  GameStore,
  type ScheduleReadings,
  type StoreFailed,
} from "../port/mod.ts";
import { UnixSec } from "../time/mod.ts";
import { makeGameLog } from "./game_log.ts";
import { GameSettings } from "./game_settings.ts";
import { nowSec } from "./opened_window.ts";
import { makeRecordPool } from "./record_pool.ts";

/** What a refresh has brought. */
export interface GameNews {
  /** With the games that changed. */
  readonly listing: GameListing;
  /**
   * In the order of writes, each once. None that is withheld, nor one that was only seen again on a
   * platform.
   */
  readonly changed: ReadonlyArray<ChangedGame>;
}

/** Is told of every refresh that brought games, but not of the first. It must not throw. */
export type GameListener = (news: GameNews) => void;

/** Knows every game. */
export class GameBook extends Context.Service<GameBook, {
  /** The games as of the last refresh; undefined before the first. */
  readonly current: () => GameListing | undefined;
  /**
   * Reads what has changed in the store, and what has become too old, and gives what is current
   * then. If it fails, what was current stays, but for absences that no recent look proves any
   * more. Refreshes wait for each other.
   */
  readonly refresh: Effect.Effect<GameListing, StoreFailed>;
  /**
   * How far the first reading of the schedule is, as of the last refresh; undefined before it, and
   * once every league was read.
   */
  readonly readings: () => ScheduleReadings | undefined;
  /** Adds a listener; what it gives takes the listener away. */
  readonly listen: (listener: GameListener) => () => void;
  /**
   * Games of a league that are not withheld and whose last write has a greater number, in the
   * order of the numbers, as of the last refresh.
   */
  readonly changedAfter: (league: LeagueCode, seq: number) => ReadonlyArray<ChangedGame>;
  /** The number of the last write that a refresh has read, of a league or of all; 0: none. */
  readonly headSeq: (league?: LeagueCode) => number;
  /** The teams that were met in a league, by id, withheld ones too; none before a refresh. */
  readonly teamsOf: (league: LeagueCode) => ReadonlyArray<Team>;
}>()("core/use_case/GameBook") {}

/** How many games are read at once. */
const GAMES_PER_READ = 5_000;

/** How often a refresh reads on because something was written meanwhile, before it leaves it. */
const READS_MAX = 5;

/** What has been read of the store. */
interface BookState {
  readonly listing: GameListing;
  /** The number up to which the games were read. */
  readonly seq: number;
  readonly reaches: Reaches;
  readonly scans: ReadonlyArray<Scan>;
}

/** What was read in addition. */
interface Reading {
  readonly head: GamesHead;
  /** The last write of each game. */
  readonly changed: ReadonlyMap<string, ChangedGame>;
  readonly seq: number;
  readonly reaches: Reaches;
  readonly scans: ReadonlyArray<Scan>;
}

/** A book over the store, by the settings in force. */
export const layerGameBook: Layer.Layer<GameBook, never, GameStore> = Layer.effect(
  GameBook,
  Effect.gen(function* () {
    const store = yield* GameStore;
    const settings = yield* GameSettings;
    const turn = yield* Semaphore.make(1);
    const share = makeRecordPool();
    const listeners = new Set<GameListener>();
    let current: BookState | undefined;
    let readings: ScheduleReadings | undefined;
    let log = makeGameLog();

    /** Walks on from a number to the last one. */
    const walk = Effect.fnUntraced(function* (
      from: number,
      changed: Map<string, ChangedGame>,
    ): Effect.fn.Return<number, StoreFailed> {
      let seq = from;
      while (true) {
        const found = yield* store.changedSince({ afterSeq: seq, limit: GAMES_PER_READ });
        for (const { record, seq } of found) {
          // Anew, so that it stands where its last write does.
          changed.delete(record.game.id);
          changed.set(record.game.id, { record: share(record), seq });
        }
        seq = found.at(-1)?.seq ?? seq;
        if (found.length < GAMES_PER_READ) return seq;
      }
    });

    /** Reads games and looks until nothing is written between the first and the last of it. */
    const readOn = Effect.fnUntraced(function* (
      from: number,
      firstHead: GamesHead,
    ): Effect.fn.Return<Reading, StoreFailed> {
      const changed = new Map<string, ChangedGame>();
      let [seq, head] = [from, firstHead];
      for (let reads = 1;; reads++) {
        seq = yield* walk(seq, changed);
        // What was too old at the last write has been told of by then.
        const scans = yield* store.scansSince(UnixSec(Math.max(0, head.atSec - SCAN_AGE_SEC_MAX)));
        const reaches = yield* store.reaches;
        const headAfter = yield* store.head;
        if (headAfter.revision === head.revision || reads === READS_MAX) {
          return { head, changed, seq, reaches, scans };
        }
        head = headAfter;
      }
    });

    const refresh = Effect.fn("GameBook.refresh")(function* () {
      const head = yield* store.head;
      // A store that was set back is read anew.
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
      if (known === undefined) log = makeGameLog();
      log.take(changed);
      const { seq, reaches, scans } = reading;
      current = { listing, seq, reaches, scans };
      const news = known === undefined ? [] : changed.filter(isNewsTo(known.listing));
      tell({ listing, changed: news });
      const isOpen = settings.leagues.every((league) => reaches.has(league));
      readings = isOpen && listing.revision > 0 ? undefined : yield* store.readings;
      return listing;
    });

    /** Nobody can say what is new: what has become too old must not stand all the same. */
    const expire = Effect.gen(function* () {
      if (current === undefined) return;
      const { listing, reaches, scans } = current;
      const head = { revision: listing.revision, atSec: listing.asOfSec };
      const news = { head, nowSec: yield* nowSec, records: [], reaches, scans };
      current = { ...current, listing: patchListing(listing, news) };
    });

    const shownOf = (changed: ReadonlyArray<ChangedGame>) =>
      changed.filter(({ record }) => isShown(settings, record.game));
    const isNewsTo = ({ byId }: GameListing) => ({ record }: ChangedGame) =>
      !Option.exists(
        HashMap.get(byId, record.game.id),
        (before) => isSeenAgain(before, record),
      );
    const tell = ({ listing, changed }: GameNews) => {
      const shown = shownOf(changed);
      if (shown.length === 0) return;
      for (const listener of listeners) listener({ listing, changed: shown });
    };

    return GameBook.of({
      current: () => current?.listing,
      readings: () => readings,
      refresh: turn.withPermits(1)(Effect.tapError(refresh(), () => expire)),
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
