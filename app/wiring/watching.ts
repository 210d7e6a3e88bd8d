/**
 * How a running service is watched: its log, metrics, traces and status, and its providers.
 *
 * @module
 */
import { Effect, Layer, type ManagedRuntime, Metric, Option, Tracer } from "effect";
import { RequestTracing } from "../../adapters/http/edge/request_trace.ts";
import { makeRun, type Run } from "../../adapters/http/edge/run.ts";
import { layerTelemetry, layerTelemetryOff } from "../../adapters/otlp/telemetry.ts";
import { layerProcessMetrics } from "../../adapters/process/process_metrics.ts";
import { CHAIN } from "../../adapters/polymarket/chain/rpc_failure.ts";
import { VENUE_RELAYER } from "../../adapters/polymarket/relayer/http_failure.ts";
import { VENUE_USER_STREAM } from "../../adapters/polymarket/user/wallet_stream.ts";
import { JobWatch } from "../../core/port/job_watch.ts";
import { Leases } from "../../core/port/leases.ts";
import { OrderNewsFeed } from "../../core/port/order_news.ts";
import { ProviderWatch } from "../../core/port/provider_watch.ts";
import { Recording } from "../../core/port/recording.ts";
import { QuotaStore } from "../../core/port/quota_store.ts";
import { VenueLimits } from "../../core/port/venue_limits.ts";
import { TargetCache } from "../../core/use_case/price/mod.ts";
import type { ProviderWatchOptions } from "../../adapters/process/provider_watch.ts";
import type { Settings } from "../settings/settings.ts";
import { layerLog } from "./log.ts";
import { PLAIN_PLATFORMS } from "./platforms.ts";

/** Provides the log, metrics of this service alone, and what exports them and traces if set. */
export function layerWatching({ telemetry, server }: Pick<Settings, "telemetry" | "server">) {
  const exported = Option.match(telemetry, {
    onNone: () => layerTelemetryOff,
    onSome: layerTelemetry,
  });
  return Layer.merge(exported, layerProcessMetrics).pipe(
    Layer.provideMerge(Layer.sync(Metric.MetricRegistry, () => new Map())),
    Layer.provideMerge(layerLog(server.logLevel)),
  );
}

/** What the server of a watched service needs. */
export interface Watching<Ports> {
  /** Runs effects, in the span of the request's step that runs them. */
  readonly run: Run<Ports>;
  /** Undefined where nothing is traced. */
  readonly tracing: RequestTracing<Ports> | undefined;
  readonly metricRegistry: Metric.MetricRegistry;
}

/** Watches what a runtime runs, with what its layers provide. */
export async function makeWatching<Ports>(
  runtime: ManagedRuntime.ManagedRuntime<Ports, never>,
  { telemetry }: Pick<Settings, "telemetry">,
): Promise<Watching<Ports>> {
  const run = makeRun(runtime);
  const metricRegistry = await runtime.runPromise(Effect.service(Metric.MetricRegistry));
  if (Option.isNone(telemetry)) return { run, tracing: undefined, metricRegistry };
  const tracer = await runtime.runPromise(Effect.service(Tracer.Tracer));
  const tracing = new RequestTracing(tracer, run);
  return { run: tracing.run, tracing, metricRegistry };
}

/** Reads what `GET /api/v1/status` reports. */
export const readStatus = Effect.gen(function* () {
  const reports = yield* (yield* ProviderWatch).reports;
  const sockets = (yield* OrderNewsFeed).sockets();
  const providers = reports.map((report) =>
    report.name === VENUE_USER_STREAM ? { ...report, sockets } : report
  );
  const jobs = yield* (yield* JobWatch).reports;
  const quotaStore = yield* (yield* QuotaStore).kind;
  const venueLimits = yield* (yield* VenueLimits).reports;
  const targets = (yield* TargetCache).counts();
  const recording = (yield* Recording)();
  const leases = yield* Leases;
  const fleet = { state: leases.state(), held: leases.held() };
  return { providers, jobs, quotaStore, venueLimits, targets, recording, fleet };
});

/**
 * The providers in the order of the status page. Those used only on demand (the venue's site and
 * data service, the exchange's archive) are added by their first call.
 */
const PROVIDER_NAMES = [
  "oracle",
  "oracle stream",
  "exchange",
  "exchange stream",
  "venue metadata",
  "venue orders",
  "venue stream",
  VENUE_USER_STREAM,
  VENUE_RELAYER,
  CHAIN,
  "schedule",
  ...Object.keys(PLAIN_PLATFORMS),
  "hyperliquid",
  "hyperliquid stream",
];

/** Returns the providers of some settings. Omits a source that the operator left out on purpose. */
export function watchedProviders(
  { oracle, relay, chain }: Settings["providers"],
): ProviderWatchOptions {
  const isRelayNamed = Option.isSome(relay.access) || relay.missing !== "ORACLE";
  return {
    providers: [...PROVIDER_NAMES, ...isRelayNamed ? ["relay"] : []],
    off: [
      ...Option.isNone(oracle.credentials) ? ["oracle", "oracle stream"] : [],
      ...Option.isNone(chain.relayerAccess) ? [VENUE_RELAYER] : [],
      ...Option.isNone(chain.rpcUrl) ? [CHAIN] : [],
      ...isRelayNamed && Option.isNone(relay.access) ? ["relay"] : [],
    ],
  };
}
