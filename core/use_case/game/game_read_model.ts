/**
 * The read model of games, refreshed periodically from the store.
 *
 * Requests read it from memory, without a query.
 *
 * @module
 */
import { Context, Effect, Layer, Semaphore } from "effect";
import type { GameListing, LeagueCode, Team } from "../../game/mod.ts";
import { type ChangedGame, GameStore } from "../../port/game_store.ts";
import type { ScheduleReadings } from "../../port/schedule_reading.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { makeGameChangeLog } from "./game_change_log.ts";
import {
  afterReading,
  expired,
  newsOf,
  readGames,
  type ReadState,
  shownOf,
  stillValid,
} from "./game_reading.ts";
import { GameSettings } from "./game_settings.ts";
import { layerPublisher, Publisher } from "../live/publisher.ts";
import { nowSec } from "../price/opened_window.ts";
import { makeRecordPool } from "./record_pool.ts";

/** Holds every game in memory, and publishes what a refresh found changed, except the first. */
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

/** The read model over the store, with the current settings. */
export const layerGameReadModel: Layer.Layer<GameReadModel | Publisher, never, GameStore> = Layer
  .effect(
    GameReadModel,
    Effect.gen(function* () {
      const store = yield* GameStore;
      const settings = yield* GameSettings;
      const oneAtATime = yield* Semaphore.make(1);
      const share = makeRecordPool();
      const { publishGames } = yield* Publisher;
      let current: ReadState | undefined;
      let readings: ScheduleReadings | undefined;
      let log = makeGameChangeLog();

      const refresh = Effect.fn("GameReadModel.refresh")(function* () {
        const head = yield* store.head;
        const known = stillValid(current, head);
        const reading = yield* readGames(store, known, { head, share });
        const { changed, reaches } = reading;
        current = afterReading(known, reading, { settings, nowSec: yield* nowSec });
        const { listing } = current;
        if (known === undefined) log = makeGameChangeLog();
        log.take(changed);
        const published = newsOf(known, changed, settings);
        if (published.length > 0) publishGames({ listing, changed: published });
        const isOpen = settings.leagues.every((league) => reaches.has(league));
        readings = isOpen && listing.revision > 0 ? undefined : yield* store.readings;
        return listing;
      });

      /** Expires old scans although the store cannot be read. */
      const expire = Effect.gen(function* () {
        if (current !== undefined) current = expired(current, yield* nowSec);
      });

      return GameReadModel.of({
        current: () => current?.listing,
        readings: () => readings,
        refresh: oneAtATime.withPermits(1)(Effect.tapError(refresh(), () => expire)),
        changedAfter: (league, seq) => shownOf(log.after(league, seq), settings),
        headSeq: (league) => log.headSeq(league),
        teamsOf: (league) => current?.listing.teams.get(league) ?? [],
      });
    }),
  ).pipe(Layer.provideMerge(layerPublisher));
