/**
 * The running service: the ports on a runtime, the HTTP server, and the background jobs.
 *
 * @module
 */
import { Elysia } from "elysia";
import { Clock, Effect, Layer, ManagedRuntime, Option } from "effect";
import { layerJobWatch } from "../../adapters/process/job_watch.ts";
import { layerWalletCache } from "../../adapters/process/wallet_cache.ts";
import { layerProviderWatch } from "../../adapters/process/provider_watch.ts";
import { consolePlugin } from "../../adapters/http/console/console.ts";
import { capabilities } from "../../adapters/http/mod.ts";
import { BODY_DEADLINE_MS } from "../../adapters/http/edge/request/body.ts";
import { makeGameWriter } from "../../adapters/http/game/game_writer.ts";
import { makeKeyCheck } from "../../adapters/http/edge/limit/key_check.ts";
import { refreshJobs } from "../../adapters/http/service/refresh_jobs.ts";
import { makeStrangerCount } from "../../adapters/http/edge/limit/stranger_count.ts";
import { makeServer } from "../../adapters/http/edge/server.ts";
import type { SandboxHelp } from "../../adapters/http/service/start_page.ts";
import { mcp } from "../../adapters/http/mcp/mcp.ts";
import { StreamEndpoint } from "../../adapters/http/stream/endpoint.ts";
import { MachineTimers } from "../../adapters/outbound/mod.ts";
import { INTERVALS } from "../../core/market/mod.ts";
import { QuotaStore } from "../../core/port/quota_store.ts";
import type { ServiceSetup } from "../../core/port/service_setup.ts";
import { TargetStore } from "../../core/port/target_store.ts";
import { KeyCache, KeyUsage } from "../../core/use_case/account/mod.ts";
import { layerLiveBooks } from "../../core/use_case/book/mod.ts";
import { GameReadModel, layerGameGraph, layerGameReadModel } from "../../core/use_case/game/mod.ts";
import {
  layerLatestTwaps,
  layerLiveStream,
  LiveStream,
  Publisher,
  watchWallets,
} from "../../core/use_case/live/mod.ts";
import { layerHistoryCache, layerTargetCache } from "../../core/use_case/price/mod.ts";
import { ClockSpeed } from "../../core/use_case/time/mod.ts";
import { layerOutcomeMarketCache } from "../../core/use_case/venue2/mod.ts";
import { layerRecording } from "../recording/layer_recording.ts";
import { recordInFleet } from "../recording/record_in_fleet.ts";
import { recordSeries } from "../recording/record_series.ts";
import type { Settings } from "../settings/settings.ts";
import { listenAs } from "../system/port_holder.ts";
import { layerWallets } from "./wallets.ts";
import { layerChain } from "./chain_ports.ts";
import { layerWindows, LiveWindows } from "./windows.ts";
import { bundleConsole } from "./console_files.ts";
import type { Attendance } from "./attendance.ts";
import { backgroundJobs, replayJobs } from "./background_jobs.ts";
import { layerChoices } from "./choices.ts";
import { consoleOptions } from "./console_options.ts";
import { operationHandlers } from "../operator/all_operations.ts";
import {
  handlersOn,
  refuseLongSocketPath,
  startOperatorSocket,
} from "../operator/operator_socket.ts";
import { withSharedLimits } from "./provider_limits.ts";
import {
  layerGameSettings,
  layerLegVenues,
  layerMarketsAndGames,
  layerPrices,
  layerTeamNames,
  layerVenue,
} from "./provider_ports.ts";
import { REFRESH_JOBS } from "./refresh_jobs.ts";
import { serviceUrl } from "./service_url.ts";
import {
  layerJournal,
  layerStore,
  layerWalletKeys,
  makeQuotaStore,
  refuseUsedFolder,
} from "./store.ts";
import { IN_MEMORY, makeWorldFolder, type WorldName, type WorldStore } from "./world_folder.ts";
import { VERSION } from "./version.ts";
import { layerTimeLimits } from "./time_limits.ts";
import { ownCommand, publicCommand } from "./own_command.ts";
import { makeVenueDoor } from "./venue_door.ts";
import { layerWebhooks } from "./webhooks.ts";
import { layerWatching, makeWatching, readStatus, watchedProviders } from "./watching.ts";

/** The parts of a service. Live mode and the sandbox differ only in these. */
export interface ServiceParts<Prepared = void> {
  readonly settings: Settings;
  readonly world: WorldName;
  /** The folder of this world, with the operator's socket. */
  readonly folder: string;
  readonly store: WorldStore;
  /** An API key that is accepted even if its format is not a key's. None in live mode. */
  readonly fixedKey: Option.Option<string>;
  /** What a sandbox adds to its documents. None in live mode. */
  readonly sandboxHelp?: SandboxHelp;
  /** Runs once the ports are ready, before the server listens. */
  readonly prepare: Effect.Effect<Prepared, unknown, ServicePorts>;
  /** Replaces the machine's clock; empty in live mode. */
  readonly clock: Layer.Layer<never>;
  /** How a person sets it up. None in a sandbox. */
  readonly setup?: ServiceSetup;
  /** How a replay waits for it. None elsewhere. */
  readonly attendance?: Attendance;
}

/** The parts that the ports need. */
export type PortParts = Omit<ServiceParts, "world" | "folder" | "fixedKey" | "prepare">;

/** A listening service. */
export interface Service<Prepared = void> {
  readonly url: string;
  /** The result of `prepare`. */
  readonly prepared: Prepared;
  /** Whether games are available: this process or another one has read the schedule. */
  readonly hasGames: () => boolean;
  /** Finishes requests in flight, then stops everything. */
  readonly stop: () => Promise<void>;
}

/** Provides all ports, and the caches and read models over them. */
export function layerService({ settings, store, clock, setup }: PortParts) {
  const { providers, games } = settings;
  const limited = withSharedLimits(providers);
  return Layer.mergeAll(layerLatestTwaps, layerWindows, layerWallets).pipe(
    Layer.provideMerge(layerLiveStream),
    Layer.provideMerge(Layer.mergeAll(layerTargetCache, layerHistoryCache, layerLiveBooks)),
    Layer.provideMerge(layerPrices(limited)),
    Layer.provideMerge(Layer.merge(layerVenue(limited.venue), layerChain(limited))),
    Layer.provideMerge(layerGameGraph),
    Layer.provideMerge(layerGameReadModel),
    Layer.provideMerge(layerGameSettings(games)),
    Layer.provideMerge(layerOutcomeMarketCache),
    Layer.provideMerge(Layer.merge(
      layerMarketsAndGames(limited, games.openfootballDir),
      layerLegVenues(limited.legs),
    )),
    Layer.provideMerge(layerProviderWatch(watchedProviders(providers))),
    Layer.provideMerge(layerJobWatch),
    Layer.provideMerge(layerWalletKeys(settings.walletKeys)),
    Layer.provideMerge(layerWalletCache),
    Layer.provideMerge(layerWebhooks(settings.webhooks, store.world)),
    Layer.provideMerge(layerStore(settings.storage, store)),
    Layer.provideMerge(layerChoices(settings, setup)),
    Layer.provideMerge(layerTeamNames),
    Layer.provideMerge(layerTimeLimits),
    Layer.provideMerge(Layer.merge(layerWatching(settings), layerRecording(settings))),
    Layer.provideMerge(clock),
  );
}

/** The ports that the service's effects may use. */
export type ServicePorts = Layer.Success<ReturnType<typeof layerService>>;

/** Opens the store, listens, and starts the jobs. Rejects with a one-line error if it cannot. */
export async function startService<Prepared>(
  parts: ServiceParts<Prepared>,
): Promise<Service<Prepared>> {
  const { storage } = parts.settings;
  refuseLongSocketPath({ dataDir: storage.dataDir, folder: parts.folder });
  makeWorldFolder(parts.folder);
  if (parts.store.folder !== IN_MEMORY) makeWorldFolder(parts.store.folder);
  const isEmbedded = Option.isNone(storage.databaseUrl);
  if (isEmbedded && parts.folder === parts.store.folder) await refuseUsedFolder(parts.folder);
  const layer = Layer.provide(layerService(parts), await layerJournal(parts.store));
  const runtime = ManagedRuntime.make(layer);
  try {
    // Builds every layer now: none can fail later.
    await runtime.runPromise(Effect.void);
    return await serve(parts, runtime as ServiceRuntime);
  } catch (error) {
    // The claim on the embedded store is a file, which outlives the process.
    await runtime.dispose().catch(() => {});
    throw error;
  }
}

/** The ports, all of them built. */
type ServiceRuntime = ManagedRuntime.ManagedRuntime<ServicePorts, never>;

/** Listens, and starts the jobs. */
async function serve<Prepared>(
  parts: ServiceParts<Prepared>,
  runtime: ServiceRuntime,
): Promise<Service<Prepared>> {
  const { world, settings: { server: settings, storage, venue }, attendance } = parts;
  const clock = await runtime.runPromise(Clock.Clock);
  const { nowMs: stopwatchMs } = await runtime.runPromise(Effect.service(MachineTimers));
  const { run, tracing, metricRegistry } = await makeWatching(runtime, parts.settings);
  const prepared = await runtime.runPromise(parts.prepare);
  const nowMs = () => Math.floor(clock.currentTimeMillisUnsafe());
  const quotaStore = makeQuotaStore(storage, world);
  const gameWriter = makeGameWriter();
  const gameReadModel = await runtime.runPromise(GameReadModel);
  const checkKey = makeKeyCheck({
    keyCache: await runtime.runPromise(KeyCache),
    run,
    world: world === "live" ? "live" : "test",
    fixedKey: parts.fixedKey,
    stopwatchMs,
  });
  const keyUsage = await runtime.runPromise(KeyUsage);
  const speed = await runtime.runPromise(ClockSpeed);
  const streams = new StreamEndpoint({
    stream: await runtime.runPromise(LiveStream),
    windows: await runtime.runPromise(LiveWindows),
    publisher: await runtime.runPromise(Publisher),
    venue,
    run,
    nowMs,
    stopwatchMs,
    checkKey,
    countStranger: makeStrangerCount({ run, quotaStore, keyedQuota: settings.keyedQuota, nowMs }),
    gameWriter,
    watchWallets: (claims) => run(watchWallets(claims)),
    trustProxy: settings.trustProxies,
    ...attendance?.stream,
  });
  const asked = () => attendance?.stream.pace?.subscribed();
  const trustProxy = settings.trustProxies;
  const door = makeVenueDoor(world, { run, stopwatchMs, trustProxy, asked });
  const server = makeServer<ServicePorts>({
    plugins: (gate) => {
      const ofPages = consoleOptions(world, { ...parts.settings, speed });
      const app = new Elysia()
        .use(capabilities(gate, { streams, gameWriter }))
        .use(consolePlugin(gate, ofPages, bundleConsole))
        .use(door.plugin(gate));
      return world === "live" ? app : app.use(refreshJobs(gate, REFRESH_JOBS));
    },
    tools: (gate, routes) => mcp(gate, { routes, version: VERSION }),
    run: attendance?.counted(run) ?? run,
    attend: attendance?.attend,
    makeRequestId: attendance?.makeRequestId,
    tracing,
    metricRegistry,
    clock: { nowMs, stopwatchMs },
    quota: settings.publicQuota,
    keyedQuota: settings.keyedQuota,
    checkKey,
    countKeyUse: keyUsage.count,
    quotaStore,
    trustProxy: settings.trustProxies,
    ownCommand,
    publicCommand,
    isSandbox: world !== "live",
    hasTlsInFront: settings.hasTlsInFront,
    sandboxHelp: parts.sandboxHelp,
    isAccessLogged: settings.logLevel === "debug",
    bodyDeadlineMs: BODY_DEADLINE_MS,
    checkHealth: TargetStore.use((store) => store.ping),
    readStatus: Effect.provideService(readStatus, QuotaStore, quotaStore),
    metricsToken: settings.metricsToken,
  });
  await run(recordSeries(INTERVALS));
  const { host, port } = settings;
  listenAs(
    { what: `port ${port}`, setting: "PORT", host, port },
    () => {
      try {
        server.listen({ hostname: host, port });
      } catch (cause) {
        // As Node has it: Bun does not say which address it was.
        throw Object.assign(cause as Error, { address: host });
      }
    },
  );
  const recording = recordInFleet(parts, layerService);
  const kept = attendance === undefined ? backgroundJobs : replayJobs(attendance.asked);
  const jobs = runtime.runFork(Effect.raceFirst(kept, recording));
  const url = serviceUrl({ host, port: server.server?.port });
  const operator = await startOperatorSocket(
    parts.folder,
    handlersOn(runtime, operationHandlers({ world, url: Option.some(url) })),
  );
  await runtime.runPromise(Effect.annotateLogs(Effect.logInfo("Listening"), { url }));
  return {
    url,
    prepared,
    hasGames: () => (gameReadModel.current()?.revision ?? 0) > 0,
    stop: async () => {
      streams.stop();
      door.stop();
      await server.server?.stop();
      jobs.interruptUnsafe();
      await operator?.stop();
      quotaStore.close();
      await runtime.dispose();
    },
  };
}
