/**
 * One life of a replica: the service's use cases and jobs, over the ground's ports.
 *
 * @module
 */
import { type Context, Effect, Layer, References, Result } from "effect";
import { layerJobWatch } from "../../adapters/process/job_watch.ts";
import { layerProviderWatch } from "../../adapters/process/provider_watch.ts";
import type { ListingSettings } from "../../core/game/mod.ts";
import {
  GameStore,
  HistoryFeeds,
  Leadership,
  Leases,
  LivePrices,
  News,
  PlatformSources,
  PriceFeeds,
  ProviderOff,
  ScheduleSources,
  TargetStore,
} from "../../core/port/mod.ts";
import { easternDay, toDayText } from "../../core/time/mod.ts";
import {
  CatchUpTimeout,
  finalizeTargets,
  Games,
  GameSettings,
  keepGames,
  layerGameGraph,
  layerGameReadModel,
  layerLiveStream,
  layerTargetCache,
  LiveStream,
  type MachineClock,
  MachineTime,
  recordOpenings,
  shareGames,
  shareLivePrices,
  shareTargets,
} from "../../core/use_case/mod.ts";
import type { Provider } from "../../core/market/mod.ts";
import { MemoryReplica } from "../memory/fleet_replica.ts";
import type { Enter } from "../order_safety/virtual_time.ts";
import { type Ground, SPEED } from "./ground.ts";
import { makeFeeds } from "./price_feeds.ts";
import { socketPrices } from "./price_socket.ts";
import { gameStoreVia, leadershipVia, targetStoreVia } from "./stores.ts";

/** The only league whose games are followed. */
export const LEAGUE = "mlb";
const CATCH_UP_MS = 1_000;
const LISTEN_AGAIN_MS = 2_000;

const GAME_SETTINGS: ListingSettings = {
  redistributionFilter: "internal",
  leagues: [LEAGUE],
  platforms: [],
  schedules: [{ source: "espn", licenseNote: () => "Staged" }],
};
const PLAN = {
  leagues: [LEAGUE],
  daysBack: 0,
  daysAhead: 1,
  periods: { scheduleSec: 300, scoresSec: 45, platformsSec: 3_600, readModelSec: 60 },
} as const;

/** The listening to the providers, which begins again after a defect. */
const listening = Effect.gen(function* () {
  const { run } = yield* LiveStream;
  const { sleep } = yield* MachineTime;
  return yield* run.pipe(
    Effect.catchCause(() => Effect.void),
    Effect.andThen(sleep(LISTEN_AGAIN_MS)),
    Effect.forever,
  );
});

/** A replica of which a life is begun. */
interface ReplicaLife {
  /** That of this life alone. */
  readonly name: string;
  /** That of all lives of the replica. */
  readonly position: number;
}

/** What the ports of a life stand on. */
interface ReplicaParts extends Pick<ReplicaLife, "position"> {
  readonly fleet: MemoryReplica;
  readonly enter: Enter;
}

function layerPorts(
  ground: Ground,
  { position, fleet: { name: process, leases, news }, enter }: ReplicaParts,
) {
  const way = { ground, process, enter };
  const machine: MachineClock = {
    nowMs: Effect.sync(() => ground.machineMs),
    sleep: (ms) => Effect.sleep(ms * SPEED),
  };
  const { leadership, renewing } = leadershipVia(way, machine);
  const feeds = makeFeeds(ground, enter);
  const livePrices = Effect.gen(function* () {
    const share = (provider: Provider) =>
      shareLivePrices({
        provider,
        socketNames: [provider],
        live: socketPrices(ground, { provider, position, enter }),
      });
    const [oracle, exchange] = [yield* share("oracle"), yield* share("exchange")];
    return LivePrices.of({
      listen: (listener) => Effect.raceFirst(oracle.listen(listener), exchange.listen(listener)),
    });
  });
  const ports = Layer.mergeAll(
    Layer.succeed(Leases, leases),
    Layer.succeed(News, news),
    Layer.succeed(Leadership, leadership),
    Layer.succeed(TargetStore, targetStoreVia(way)),
    Layer.succeed(GameStore, gameStoreVia(way)),
    Layer.succeed(PriceFeeds, feeds.pricesOf(machine.sleep)),
    Layer.succeed(HistoryFeeds, {
      oracle: feeds.metadata,
      exchange: feeds.exchange,
      signed: Result.fail(new ProviderOff({ provider: "oracle", setting: "ORACLE_KEY" })),
    }),
    Layer.succeed(ScheduleSources, [scheduleSource(ground, enter)]),
    Layer.succeed(PlatformSources, []),
    Layer.succeed(Games, PLAN),
    Layer.succeed(GameSettings, GAME_SETTINGS),
    Layer.succeed(MachineTime, machine),
    Layer.succeed(CatchUpTimeout, machine.sleep(CATCH_UP_MS)),
    Layer.succeed(References.MinimumLogLevel, "None"),
    layerProviderWatch({ providers: ["oracle", "exchange"], off: [] }),
    layerJobWatch,
  );
  const shared = Layer.effect(LivePrices, livePrices);
  return { layer: Layer.provideMerge(shared, ports), renewing };
}

function scheduleSource(ground: Ground, enter: Enter): ScheduleSources["Service"][number] {
  return {
    name: "espn",
    leagues: [LEAGUE],
    redistributable: () => "yes",
    licenseNote: () => "Staged",
    callsOf: () => 1,
    day: ({ day }) => {
      const text = toDayText(day);
      const games = Effect.sync(() =>
        [...ground.schedule.values()].filter(({ kickoffSec }) =>
          toDayText(easternDay(kickoffSec)) === text
        )
      );
      const read = Effect.map(games, (games) => ({ games, troubles: [], isWhole: true }));
      return ground.call(read, { thereMs: 50, backMs: ground.chance.within(50, 1_000) }, enter);
    },
  };
}

function layerReplica(ground: Ground, parts: ReplicaParts) {
  const { layer, renewing } = layerPorts(ground, parts);
  const service = layerLiveStream.pipe(
    Layer.provideMerge(layerTargetCache),
    Layer.provideMerge(layerGameGraph),
    Layer.provideMerge(layerGameReadModel),
    Layer.provideMerge(layer),
  );
  return { service, renewing };
}

/** All that a replica's questions may use. */
export type ReplicaPorts = Layer.Success<ReturnType<typeof layerReplica>["service"]>;

/** One life of a replica. */
export class Replica {
  readonly name: string;
  readonly fleet: MemoryReplica;
  readonly #ground: Ground;
  #context: Context.Context<ReplicaPorts> | undefined;

  /** Starts it at once. */
  constructor(ground: Ground, { name, position }: ReplicaLife) {
    this.#ground = ground;
    this.name = name;
    this.fleet = new MemoryReplica(ground.fleet, name);
    const parts = { position, fleet: this.fleet, enter: this.#enter };
    const { service, renewing } = layerReplica(ground, parts);
    const work = Effect.gen({ self: this }, function* () {
      this.#context = yield* Layer.build(service);
      const jobs = Effect.raceAllFirst([
        renewing,
        recordOpenings,
        listening,
        this.fleet.leases.whileHeld("final prices", finalizeTargets),
        shareTargets,
        keepGames,
        shareGames,
      ]);
      return yield* Effect.provideContext(jobs, this.#context);
    });
    ground.time.fork(
      Effect.provideService(Effect.scoped(work), References.MinimumLogLevel, "None"),
      this.#enter,
    );
  }

  /** Whether it answers. */
  get isRunning(): boolean {
    return this.fleet.gate.isRunning && this.#context !== undefined;
  }

  /** Runs something in it: when it runs again, if it hangs. */
  run<A, E>(effect: Effect.Effect<A, E, ReplicaPorts>): void {
    this.#enter(() => {
      const context = this.#context;
      if (context === undefined) return;
      this.#ground.time.fork(Effect.provideContext(effect, context), this.#enter);
    });
  }

  readonly #enter: Enter = (work) => this.fleet.gate.enter(work);
}
