/**
 * What answers besides the interface: health, status and metrics.
 *
 * @module
 */
import { type Effect, type Option, type Redacted } from "effect";
import type { StoreFailed } from "../../../core/port/mod.ts";
import { healthRoute } from "./health.ts";
import { metricsRoute } from "./metrics.ts";
import { type RequestMetrics } from "../edge/request_metrics.ts";
import { type Route } from "../edge/route.ts";
import { type StatusReport, statusRoute } from "./status.ts";

/** What these routes report. */
export interface ServiceOptions<Ports> {
  /** Succeeds while the store answers. */
  readonly checkHealth: Effect.Effect<void, StoreFailed, Ports>;
  readonly readStatus: Effect.Effect<StatusReport, never, Ports>;
  /** Opens `/metrics` to callers that are not on this machine. */
  readonly metricsToken: Option.Option<Redacted.Redacted<string>>;
}

/** The routes. */
export function serviceRoutes<Ports>(
  options: ServiceOptions<Ports>,
  metrics: RequestMetrics,
): ReadonlyArray<Route<Ports>> {
  return [
    healthRoute(options.checkHealth),
    statusRoute(options.readStatus),
    metricsRoute(options.metricsToken, metrics),
  ];
}
