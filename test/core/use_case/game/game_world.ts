/** A schedule and a platform with staged answers, over a store in memory. @module */
import { Effect, Layer, References, Result, type Scope } from "effect";
import { TestClock } from "effect/testing";
import { layerMemoryGameStore } from "../../../memory/game_store.ts";
import { layerMemoryJobWatch } from "../../../memory/job_watch.ts";
import type {
  LeagueCode,
  PlatformCode,
  PlatformGame,
  PlatformKickoff,
  ScheduledGame,
} from "../../../../core/game/mod.ts";
import { GameStore } from "../../../../core/port/game_store.ts";
import { JobWatch } from "../../../../core/port/job_watch.ts";
import { EVERY_LEASE, StoreLeases } from "../../../../core/port/leases.ts";
import { PlatformSources } from "../../../../core/port/platform_source.ts";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import { ScheduleSources } from "../../../../core/port/schedule_source.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { DAY_SEC, easternDay, toDayText, UnixSec } from "../../../../core/time/mod.ts";
import {
  GameGraph,
  GameReadModel,
  Games,
  layerGameGraph,
  layerGameReadModel,
} from "../../../../core/use_case/game/mod.ts";
import { seenGame, SOME_DAY_SEC, teamNamed } from "../../game/arbitrary_game.ts";

/** Noon of the day about which everything is staged, in seconds. */
export const NOON_SEC = UnixSec(SOME_DAY_SEC + 43_200);

/** What is staged now; a test changes it as it goes. */
export interface StagedGames {
  /** The games of the schedule, for any requested league. */
  schedule: ReadonlyArray<ScheduledGame>;
  /** What a platform lists; undefined: it does not answer. */
  platform: ReadonlyArray<PlatformGame> | undefined;
  isComplete: boolean;
  /** Whether the schedule answers. */
  isScheduleUp: boolean;
  isLeading: boolean;
  /** Whether the store refuses to write. */
  isStoreFull: boolean;
  /** Days with an entry that cannot be read. */
  unread: ReadonlyArray<string>;
  /** Days whose list is truncated. */
  cut: ReadonlyArray<string>;
  /** The requested days, as `mlb 2026-09-20`. */
  readonly asked: Array<string>;
}

/** An empty schedule and empty platforms. */
export function stage(changes: Partial<StagedGames> = {}): StagedGames {
  const answers = { isComplete: true, isScheduleUp: true, isLeading: true, isStoreFull: false };
  return { schedule: [], platform: [], unread: [], cut: [], asked: [], ...answers, ...changes };
}

/** A game of the schedule between two teams named by letters. */
export function scheduledGameOf(
  eventId: string,
  changes: Partial<ScheduledGame> & { readonly sides?: string } = {},
): ScheduledGame {
  const { sides = "AB", ...rest } = changes;
  const [home, away] = [teamNamed(sides.charAt(0)), teamNamed(sides.charAt(1))];
  return seenGame({ eventId, home, away, kickoffSec: NOON_SEC, ...rest });
}

/** A platform's game between two of these teams. */
export function platformGameOf(
  key: string,
  { sides = "AB", kickoffSec = NOON_SEC, source = "kalshi" }: {
    readonly sides?: string;
    readonly kickoffSec?: number | null;
    readonly source?: PlatformCode;
  } = {},
): PlatformGame {
  const kickoff: PlatformKickoff = kickoffSec === null
    ? { kind: "unknown" }
    : { kind: "at", sec: UnixSec(kickoffSec) };
  const side = (letter: string) => ({ names: [`Team ${letter}`], codes: [] });
  return {
    source,
    key,
    league: "mlb",
    kickoff,
    home: side(sides.charAt(0)),
    away: side(sides.charAt(1)),
    isOpen: true,
    events: [{ id: `${key}-winner`, title: `Team ${sides}`, markets: ["one", "two"] }],
  };
}

const LEAGUES: ReadonlyArray<LeagueCode> = ["mlb"];
const down = (provider: string) =>
  new ProviderFailed({ provider, reason: "unreachable", cause: new Error("staged") });

function layerStaged(staged: StagedGames) {
  return Layer.mergeAll(
    Layer.succeed(ScheduleSources, [{
      name: "espn",
      leagues: LEAGUES,
      redistributable: () => "yes",
      licenseNote: () => "Staged",
      callsOf: () => 1,
      day: ({ league, day }) =>
        Effect.suspend(() => {
          staged.asked.push(`${league} ${toDayText(day)}`);
          const games = staged.schedule.filter(({ kickoffSec }) =>
            toDayText(easternDay(kickoffSec)) === toDayText(day)
          );
          return staged.isScheduleUp
            ? Effect.succeed({
              games,
              troubles: staged.unread.filter((unread) => unread === toDayText(day)),
              isWhole: !staged.cut.includes(toDayText(day)),
            })
            : Effect.fail(down("schedule"));
        }),
    }]),
    Layer.succeed(PlatformSources, [{
      code: "kalshi",
      leagues: LEAGUES,
      redistributable: "unknown",
      licenseNote: "Staged",
      listsOnlyOpen: false,
      scan: ({ leagues }) =>
        Effect.sync(() =>
          leagues.map((league) => ({
            league,
            outcome: staged.platform === undefined ? Result.fail(down("kalshi")) : Result.succeed({
              games: staged.platform,
              isComplete: staged.isComplete,
              unread: [],
            }),
          }))
        ),
    }]),
    Layer.succeed(StoreLeases, { ...EVERY_LEASE, holds: () => staged.isLeading }),
    Layer.succeed(Games, {
      leagues: LEAGUES,
      daysBack: 2,
      daysAhead: 14,
      periods: { scheduleSec: 300, scoresSec: 45, platformsSec: 180, readModelSec: 150 },
    }),
    Layer.succeed(References.MinimumLogLevel, "None"),
    layerMemoryJobWatch,
    layerStagedStore(staged),
  );
}

function layerStagedStore(staged: StagedGames) {
  const full = Effect.fail(new StoreFailed({ operation: "store games", cause: "full" }));
  return Layer.effect(
    GameStore,
    Effect.map(GameStore, (store) =>
      GameStore.of({
        ...store,
        write: (changes) => Effect.suspend(() => staged.isStoreFull ? full : store.write(changes)),
      })),
  ).pipe(Layer.provide(layerMemoryGameStore));
}

type Ports =
  | GameReadModel
  | GameGraph
  | GameStore
  | JobWatch
  | PlatformSources
  | ScheduleSources
  | StoreLeases
  | Scope.Scope;

/** Runs what a test does, from noon on. */
export function inGameWorld<A>(
  staged: StagedGames,
  steps: () => Generator<Effect.Effect<unknown, unknown, Ports>, A, never>,
): Promise<A> {
  const ports = Layer.mergeAll(layerGameGraph, layerGameReadModel).pipe(
    Layer.provideMerge(layerStaged(staged)),
  );
  return Effect.runPromise(
    Effect.andThen(TestClock.setTime(NOON_SEC * 1000), Effect.gen(steps)).pipe(
      Effect.scoped,
      Effect.provide(ports),
      Effect.provide(TestClock.layer()),
    ),
  );
}

/** Every game that is stored. */
export const storedGames = GameStore.use((store) =>
  store.gamesIn({
    leagues: LEAGUES,
    range: { startSec: UnixSec(0), endSec: UnixSec(NOON_SEC + 100 * DAY_SEC) },
  })
);
