/**
 * The running service: ports on a runtime, the server on a socket, and the jobs beside them.
 *
 * @module
 */
import { Clock, Effect, Layer, ManagedRuntime, Option } from "effect";
import { layerMemory as layerJobWatch } from "../adapters/memory/job_watch.ts";
import { layerOrderGate } from "../adapters/memory/order_gate.ts";
import { layerWalletMemory } from "../adapters/memory/wallet_memory.ts";
import { layerMemoryProviderWatch } from "../adapters/memory/provider_watch.ts";
import { BODY_DEADLINE_MS } from "../adapters/http/body.ts";
import { accountRoute } from "../adapters/http/account.ts";
import { feeRoutes } from "../adapters/http/fee_routes.ts";
import { gameRoutes } from "../adapters/http/game_routes.ts";
import { makeGameWriter } from "../adapters/http/game_text.ts";
import { makeKeyCheck } from "../adapters/http/key_check.ts";
import { orderRoutes } from "../adapters/http/order_routes.ts";
import { priceRoutes } from "../adapters/http/price_routes.ts";
import { type RefreshJob, type RefreshJobs, refreshRoute } from "../adapters/http/refresh_jobs.ts";
import { makeRun } from "../adapters/http/run.ts";
import { venue2Routes } from "../adapters/http/venue2_routes.ts";
import { makeServer } from "../adapters/http/server.ts";
import { StreamEndpoint } from "../adapters/http/stream/endpoint.ts";
import { streamRoute } from "../adapters/http/stream/stream_route.ts";
import { networkOf } from "../adapters/hyperliquid/network.ts";
import { sleepMachineTime } from "../adapters/outbound/mod.ts";
import { JobWatch, ProviderWatch, QuotaStore, TargetStore, VenueLimits } from "../core/port/mod.ts";
import {
  CatchUpPatience,
  GAME_JOBS,
  GameBook,
  Games,
  keepGames,
  keepOutcomeMarkets,
  KeyRing,
  layerGameBook,
  layerGameLedger,
  layerHistoryBook,
  layerKeyRing,
  layerLatestTwaps,
  layerLiveStream,
  layerOrderDesk,
  layerOutcomeMarketBook,
  layerTargetBook,
  LiveStream,
  MachineTime,
  OUTCOME_MARKET_JOB,
  RangeBudget,
  recordOpenings,
  refreshOutcomeMarkets,
  runGameJob,
  settleOrders,
  settleTargets,
  StoreGrace,
  TargetBook,
  Venue,
  Venue2,
} from "../core/use_case/mod.ts";
import type { ServiceConfig } from "./config.ts";
import { layerGameSettings } from "./game_settings.ts";
import { makeCounting } from "./counting.ts";
import { type ProviderSetup } from "./live_config.ts";
import { layerLog } from "./log.ts";
import { operatorOrders } from "./operator/operator_orders.ts";
import { startOperatorSocket } from "./operator/operator_socket.ts";
import { layerMarketsAndGames, layerPrices, layerVenue } from "./provider_ports.ts";
import {
  IN_MEMORY,
  layerStore,
  makeWorldFolder,
  type WorldName,
  type WorldStore,
} from "./store.ts";
import { layerTeamNames } from "./team_names.ts";
import { layerWalletKeys, type WalletKeys } from "./wallet_keys.ts";
import { watchedProviders } from "./watched_providers.ts";

/** What a service is made of; live mode and the sandbox differ in nothing else. */
export interface ServiceParts<Prepared = void> {
  readonly config: ServiceConfig;
  readonly providers: ProviderSetup;
  /** What wallets' secrets are sealed under. */
  readonly walletKeys: WalletKeys;
  readonly world: WorldName;
  /** The folder of this world, with the operator's socket. */
  readonly folder: string;
  readonly store: WorldStore;
  /** An API key that is taken though it may not look like one. None in live mode. */
  readonly fixedKey: Option.Option<string>;
  /** Done once the ports are there, before anybody is answered. */
  readonly prepare: Effect.Effect<Prepared, unknown, ServicePorts>;
  /** Replaces the machine's clock; empty in live mode. */
  readonly clock: Layer.Layer<never>;
}

/** What its ports are made of. */
export type PortParts = Omit<ServiceParts, "world" | "folder" | "fixedKey" | "prepare">;

/** A caller of a range waits at most so long, whatever the clock of the service does. */
const RANGE_BUDGET_MS = 20_000;
/** A target that was missed holds up the next one of its series at most so long. */
const CATCH_UP_PATIENCE_MS = 1_000;
/** A target that was published waits for the store at most so long before it is pushed. */
const STORE_GRACE_MS = 30;

/** Whoever waits, waits in the machine's time. */
const layerPatience = Layer.mergeAll(
  Layer.succeed(RangeBudget, sleepMachineTime(RANGE_BUDGET_MS)),
  Layer.succeed(CatchUpPatience, sleepMachineTime(CATCH_UP_PATIENCE_MS)),
  Layer.succeed(StoreGrace, sleepMachineTime(STORE_GRACE_MS)),
  Layer.succeed(MachineTime, {
    // Monotonic: a clock that is set back must not make an order look younger.
    nowMs: Effect.sync(() => Math.floor(performance.timeOrigin + performance.now())),
    sleep: sleepMachineTime,
  }),
);

/** A service that answers. */
export interface Service<Prepared = void> {
  readonly url: string;
  /** What preparing gave. */
  readonly prepared: Prepared;
  /** Whether games can be asked for: the schedule was read, by this process or another one. */
  readonly hasGames: () => boolean;
  /** Ends what is under way, then everything. */
  readonly stop: () => Promise<void>;
}

/** All ports and the books over them. */
export function layerService(
  { config, providers, walletKeys, store, clock }: PortParts,
) {
  return Layer.mergeAll(layerLatestTwaps, layerKeyRing, layerOrderDesk, layerOrderGate).pipe(
    Layer.provideMerge(layerLiveStream),
    Layer.provideMerge(Layer.merge(layerTargetBook, layerHistoryBook)),
    Layer.provideMerge(layerPrices(providers)),
    Layer.provideMerge(layerVenue(providers.venue)),
    Layer.provideMerge(layerGameLedger),
    Layer.provideMerge(layerGameBook),
    Layer.provideMerge(layerGameSettings(config.games)),
    Layer.provideMerge(layerOutcomeMarketBook),
    Layer.provideMerge(layerMarketsAndGames(providers, config.games.openfootballDir)),
    Layer.provideMerge(layerMemoryProviderWatch(watchedProviders(providers))),
    Layer.provideMerge(layerJobWatch),
    Layer.provideMerge(layerWalletKeys(walletKeys)),
    Layer.provideMerge(layerWalletMemory),
    Layer.provideMerge(layerStore(config, store)),
    Layer.provideMerge(layerChoices(config, providers)),
    Layer.provideMerge(layerTeamNames),
    Layer.provideMerge(layerPatience),
    Layer.provideMerge(layerLog(config.logLevel)),
    Layer.provideMerge(clock),
  );
}

/** What the operator chose of venues and games. */
function layerChoices(config: ServiceConfig, { venue2 }: ProviderSetup) {
  const { tradeOrigin } = venue2;
  const choice = {
    network: networkOf(venue2.url),
    refreshSec: config.venue2Sec,
    ...(tradeOrigin === undefined ? {} : { tradeOrigin }),
  };
  return Layer.mergeAll(
    Layer.succeed(Venue, config.venue),
    Layer.succeed(Venue2, choice),
    Layer.succeed(Games, config.games.plan),
  );
}

/** What the service's effects may ask for. */
export type ServicePorts = Layer.Success<ReturnType<typeof layerService>>;

/** Opens the store, listens, and begins to record. Rejects with one clear line when it cannot. */
export async function startService<Prepared>(
  parts: ServiceParts<Prepared>,
): Promise<Service<Prepared>> {
  const { config } = parts;
  makeWorldFolder(parts.folder);
  if (parts.store.folder !== IN_MEMORY) makeWorldFolder(parts.store.folder);
  const runtime = ManagedRuntime.make(layerService(parts));
  // Builds every layer: from here on none can fail.
  const clock = await runtime.runPromise(Clock.clockWith(Effect.succeed));
  const run = makeRun(runtime as ManagedRuntime.ManagedRuntime<ServicePorts, never>);
  const prepared = await runtime.runPromise(parts.prepare as Effect.Effect<Prepared, never, never>);
  const nowMs = () => Math.floor(clock.currentTimeMillisUnsafe());
  const stopwatchMs = () => performance.now();
  const { world } = parts;
  const counting = makeCounting(config, { world, log: (line) => void run(line) });
  const writeGame = makeGameWriter();
  const gameBook = await runtime.runPromise(GameBook.use(Effect.succeed));
  const checkKey = makeKeyCheck({
    ring: await runtime.runPromise(KeyRing.use(Effect.succeed)),
    run,
    world: world === "live" ? "live" : "test",
    fixedKey: parts.fixedKey,
    stopwatchMs,
  });
  const streams = new StreamEndpoint({
    stream: await runtime.runPromise(LiveStream.use(Effect.succeed)),
    venue: config.venue,
    run,
    nowMs,
    checkKey,
    writeGame,
    trustProxy: config.trustProxies,
  });
  const server = makeServer<ServicePorts>({
    routes: [
      ...priceRoutes(),
      ...feeRoutes(),
      streamRoute(streams),
      accountRoute,
      ...orderRoutes(),
      ...gameRoutes(writeGame),
      ...venue2Routes(),
      ...(world === "live" ? [] : [refreshRoute(REFRESH_JOBS)]),
    ],
    run,
    clock: { nowMs, stopwatchMs },
    quota: config.publicQuota,
    keyedQuota: config.keyedQuota,
    checkKey,
    // Straight to the counter behind the port: once a request, a fiber would be felt.
    count: counting.count,
    trustProxy: config.trustProxies,
    isSandbox: world !== "live",
    isAccessLogged: config.logLevel === "debug",
    bodyDeadlineMs: BODY_DEADLINE_MS,
    checkHealth: TargetStore.use((store) => store.ping),
    readStatus: Effect.provide(readStatus, counting.layer),
    metricsToken: config.metricsToken,
  });
  server.listen({ hostname: config.host, port: config.port });
  const jobs = runtime.runFork(
    Effect.raceAllFirst([
      recordOpenings,
      listening,
      settleTargets,
      settleOrders,
      keepGames,
      keepOutcomeMarkets,
    ]),
  );
  const url = urlOf(config, server.server);
  const operator = await startOperatorSocket(
    parts.folder,
    operatorOrders({ runtime, world, url: Option.some(url) }),
  );
  await runtime.runPromise(Effect.annotateLogs(Effect.logInfo("Listening"), { url }));
  return {
    url,
    prepared,
    hasGames: () => (gameBook.current()?.revision ?? 0) > 0,
    stop: async () => {
      streams.stop();
      await server.server?.stop();
      jobs.interruptUnsafe();
      await operator?.stop();
      counting.close();
      await runtime.dispose();
    },
  };
}

const LISTEN_AGAIN_MS = 2_000;

/** Listens for ever: an error of ours in one event must not end all that follow. */
const listening = LiveStream.use(({ run }) => run).pipe(
  Effect.catchCause((cause) => Effect.logError("Cannot listen to the providers", cause)),
  Effect.andThen(sleepMachineTime(LISTEN_AGAIN_MS)),
  Effect.forever,
);

/** What a sandbox does when it is told to. */
const REFRESH_JOBS: RefreshJobs<ServicePorts> = new Map<string, RefreshJob<ServicePorts>>([
  ...GAME_JOBS.map((job) => [job, runGameJob(job)] as const),
  [OUTCOME_MARKET_JOB, refreshOutcomeMarkets],
]);

const readStatus = Effect.gen(function* () {
  const providers = yield* (yield* ProviderWatch).reports;
  const jobs = yield* (yield* JobWatch).reports;
  const quotaStore = yield* (yield* QuotaStore).kind;
  const venueLimits = yield* (yield* VenueLimits).reports;
  const targets = (yield* TargetBook).counts();
  return { providers, jobs, quotaStore, venueLimits, targets };
});

/** An address to paste: a service that listens everywhere is reached at this machine's own. */
function urlOf({ host }: ServiceConfig, server: Bun.Server<unknown> | null): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${server?.port}`;
}
