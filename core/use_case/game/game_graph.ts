/**
 * Maintains the game graph: applies observations of the schedule and scans of platforms, links
 * games, and writes the changes.
 *
 * Reading, linking and writing form one step. Steps run one after the other, so that none undoes
 * the writes of another.
 *
 * @module
 */
import { Context, Effect, Layer, Semaphore } from "effect";
import {
  extendReach,
  type Game,
  type GameRecord,
  isCalledOff,
  type LeagueCode,
  linkGames,
  mergeScans,
  type PlatformGame,
  platformKey,
  type PlatformRecord,
  type Reaches,
  type Scan,
} from "../../game/mod.ts";
import { GameStore } from "../../port/game_store.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { DAY_SEC, easternDayRange, easternDaysOf, UnixSec } from "../../time/mod.ts";
import { makeObservationMemory } from "./observation_memory.ts";
import { Games, linkedRange, scheduleRange } from "./schedule_plan.ts";
import { applyObservations, type ScheduleObservations } from "./observed_changes.ts";
import { nowSec as currentSec } from "../price/opened_window.ts";
import { makeReadingLog, type ReadingFailure, type ReadingLog } from "./reading_log.ts";
import { TeamNames } from "./team_names.ts";

/** An observation of a platform's listing of a league. */
export interface PlatformObservation {
  readonly scan: Scan;
  /** Empty if the scan failed: then only the scan is stored. */
  readonly games: ReadonlyArray<PlatformGame>;
}

/** Applies observations to the game graph. */
export class GameGraph extends Context.Service<GameGraph, {
  /** The log of schedule readings. */
  readonly readings: GraphReadings;
  /** Applies schedule observations of a league, and records that its days were read. */
  readonly applySchedule: (observed: ScheduleObservations) => Effect.Effect<void, StoreFailed>;
  /** Records days that could not be read. */
  readonly recordFailure: (failure: ReadingFailure) => Effect.Effect<void, StoreFailed>;
  /** Applies scans of one league, on any platforms. */
  readonly applyScans: (
    league: LeagueCode,
    observations: ReadonlyArray<PlatformObservation>,
  ) => Effect.Effect<void, StoreFailed>;
}>()("core/use_case/GameGraph") {}

/** The part of the reading log that planners use. */
export interface GraphReadings extends Pick<ReadingLog, "stateOf" | "hasFailed"> {
  /** Loads the readings of other processes. */
  readonly load: Effect.Effect<void, StoreFailed>;
}

/** Platform games that were last seen longer ago are not linked again. */
const SEEN_SEC_MAX = 45 * DAY_SEC;

/** The game graph over the store. */
export const layerGameGraph = Layer.effect(
  GameGraph,
  Effect.gen(function* () {
    const store = yield* GameStore;
    const memory = makeObservationMemory();
    const log = makeReadingLog();
    let isLogLoaded = false;
    const loadLog = Effect.andThen(log.load, Effect.sync(() => void (isLogLoaded = true)));
    const oneAtATime = Semaphore.makeUnsafe(1).withPermits(1);

    const applySchedule = Effect.fn("applySchedule")(function* (observed: ScheduleObservations) {
      if (observed.observations.length === 0) return;
      const nowSec = yield* currentSec;
      if (!isLogLoaded) yield* loadLog;
      const { league } = observed;
      const { changed, known, remember } = yield* applyObservations(observed, {
        memory,
        nowSec,
        days: easternDaysOf(scheduleRange(yield* Games, nowSec)),
        readSec: (day) => log.readSec(league, day),
      });
      const reaches = yield* extendedReaches(observed);
      const noted = log.noteRead(observed.observations.map(({ day, beganMs }) => {
        return { league, day, atSec: UnixSec(Math.floor(beganMs / 1000)) };
      }));
      if (changed.length === 0 && reaches.size === 0) {
        remember();
        return yield* noted;
      }
      const games = changed.map((game): GameRecord => {
        const { platforms = [], maybeOn = [] } = known.get(game.id) ?? {};
        return { game, platforms, maybeOn };
      });
      const areLinksKept = changed.every((game) => isLinkedAs(game, known.get(game.id)?.game));
      const linked = areLinksKept ? { games: [], platformGames: [] } : yield* relink({
        league: observed.league,
        nowSec,
        games,
        platformGames: () => [],
      });
      yield* store.write({
        atSec: nowSec,
        games: overlaid(games, linked.games, idOf),
        platformGames: linked.platformGames,
        reaches,
        scans: [],
      });
      remember();
      yield* noted;
    });

    const applyScans = Effect.fn("applyScans")(function* (
      league: LeagueCode,
      observations: ReadonlyArray<PlatformObservation>,
    ) {
      const nowSec = yield* currentSec;
      // Without a schedule there is nothing to link, and nothing to report as not listed.
      if ((yield* store.head).revision === 0) return;
      const seen = observations.map(({ scan, games }) => ({ atSec: scan.atSec, games }));
      const linked = yield* relink({
        league,
        nowSec,
        games: [],
        platformGames: (listed) => mergeScans(listed, seen),
      });
      const scans = observations.map(({ scan }) => scan);
      yield* store.write({ atSec: nowSec, ...linked, scans });
    });

    const context = yield* Effect.context<GameStore>();
    const step = <A>(effect: Effect.Effect<A, StoreFailed, GameStore>) =>
      oneAtATime(Effect.provide(effect, context));
    return GameGraph.of({
      readings: {
        stateOf: log.stateOf,
        hasFailed: log.hasFailed,
        load: step(loadLog),
      },
      applySchedule: (observed) => step(applySchedule(observed)),
      recordFailure: (failure) => step(log.noteFailed(failure)),
      applyScans: (league, observations) => step(applyScans(league, observations)),
    });
  }),
);

/** Links a league again with changes over the stored state; returns them and the new links. */
const relink = Effect.fnUntraced(function* (
  { league, nowSec, games, platformGames }: {
    readonly league: LeagueCode;
    readonly nowSec: UnixSec;
    readonly games: ReadonlyArray<GameRecord>;
    readonly platformGames: (
      listed: ReadonlyArray<PlatformRecord>,
    ) => ReadonlyArray<PlatformRecord>;
  },
) {
  const store = yield* GameStore;
  const names = yield* TeamNames;
  const range = linkedRange(yield* Games, nowSec);
  const stored = yield* store.gamesIn({ leagues: [league], range });
  const seenSinceSec = UnixSec(Math.max(0, nowSec - SEEN_SEC_MAX));
  const listed = yield* store.platformGames({ league, seenSinceSec });
  const seen = platformGames(listed);
  const linked = linkGames({
    league,
    names,
    nowSec,
    sinceSec: range.startSec,
    records: overlaid(stored, games, idOf),
    listed: overlaid(listed, seen, keyOf),
  });
  return {
    games: linked.games,
    platformGames: overlaid(seen, linked.platformGames, keyOf),
  };
});

const NOTHING: Reaches = new Map();

/** The extended reach of the league's schedule; empty if the store already has it. */
const extendedReaches = Effect.fnUntraced(
  function* ({ league, observations }: ScheduleObservations) {
    const known = (yield* (yield* GameStore).reaches).get(league);
    const whole = observations.filter(({ isWhole }) => isWhole);
    const reach = whole.reduce(
      (reach, { day }) => extendReach(reach, easternDayRange(day)),
      known ?? [],
    );
    return reach === known ? NOTHING : new Map([[league, reach]]);
  },
);

/** Whether everything that links depend on is unchanged. */
function isLinkedAs(game: Game, before: Game | undefined): boolean {
  return before !== undefined && game.kickoffSec === before.kickoffSec &&
    isCalledOff(game) === isCalledOff(before) && game.home.id === before.home.id &&
    game.away.id === before.away.id;
}

const idOf = ({ game }: GameRecord) => game.id;
const keyOf = ({ game }: PlatformRecord) => platformKey(game);

/** The items of `below`; those of `above` replace items with the same key or follow at the end. */
function overlaid<A>(
  below: ReadonlyArray<A>,
  above: ReadonlyArray<A>,
  keyOf: (item: A) => string,
): ReadonlyArray<A> {
  const items = new Map(below.map((item) => [keyOf(item), item]));
  for (const item of above) items.set(keyOf(item), item);
  return [...items.values()];
}
