/**
 * `GET /api/v1/status`: how the providers and the background jobs are doing.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import type { JobReport, ProviderReport } from "../../core/port/mod.ts";
import { declareRoute, type Route } from "./route.ts";
import { IsoWire, nullable, wordSchema } from "./wire_target.ts";

/** What the page is written from. */
export interface StatusReport {
  readonly providers: ReadonlyArray<ProviderReport>;
  readonly jobs: ReadonlyArray<JobReport>;
  /** Where the rate limits are counted. */
  readonly quotaStore: "redis" | "memory";
}

const ProviderStatus = Type.Object({
  name: Type.String(),
  state: wordSchema(["healthy", "degraded", "down", "off", "unknown"], {
    description: "`off`: not set up. `degraded`: some calls fail. `unknown`: no call yet",
  }),
  last_success_at: nullable(IsoWire),
  age_s: nullable(Type.Number({ description: "Seconds since the last success" })),
  error_rate: nullable(Type.Number({ description: "Share of recent calls that failed, 0 to 1" })),
}, { $id: "ProviderStatus" });

const Status = Type.Object({
  providers: Type.Array(ProviderStatus),
  jobs: Type.Array(Type.Object({ name: Type.String(), last_run_at: IsoWire, ok: Type.Boolean() })),
  limits: Type.Object({ store: wordSchema(["redis", "memory"]) }),
}, { $id: "Status" });

const EXAMPLE = {
  providers: [{
    name: "oracle",
    state: "healthy",
    last_success_at: "2026-01-01T00:00:01.500Z",
    age_s: 3.5,
    error_rate: 0,
  }],
  jobs: [{ name: "record_openings", last_run_at: "2026-01-01T00:00:00.000Z", ok: true }],
  limits: { store: "memory" },
};

/** The status page. */
export function statusRoute<Ports>(
  readStatus: Effect.Effect<StatusReport, never, Ports>,
): Route<Ports> {
  return declareRoute({
    method: "GET",
    path: "/api/v1/status",
    family: "plain",
    access: "unlimited",
    asksNobody: true,
    tag: "Service",
    summary: "How the providers and the background jobs are doing",
    description: "A provider that is down degrades this page, not `/health`.",
    parameters: [],
    responses: { 200: { description: "The status", schema: Status, example: EXAMPLE } },
    handle: ({ nowMs }) =>
      Effect.map(readStatus, (report) => ({
        body: {
          providers: report.providers.map((provider) => writeProvider(provider, nowMs)),
          jobs: report.jobs.map(({ name, lastRunAtMs, ok }) => ({
            name,
            last_run_at: toIsoMs(lastRunAtMs),
            ok,
          })),
          limits: { store: report.quotaStore },
        },
        isCached: true,
      })),
  });
}

function writeProvider(provider: ProviderReport, nowMs: number) {
  const { name, state, lastSuccessAtMs, errorRate } = provider;
  return {
    name,
    state,
    last_success_at: lastSuccessAtMs === null ? null : toIsoMs(lastSuccessAtMs),
    age_s: lastSuccessAtMs === null ? null : Math.max(0, nowMs - lastSuccessAtMs) / 1000,
    error_rate: errorRate,
  };
}

function toIsoMs(ms: number): string {
  return new Date(ms).toISOString();
}
