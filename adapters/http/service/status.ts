/**
 * `GET /api/v1/status`: how the providers and the background jobs are doing.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import type {
  EntryReport,
  FleetState,
  JobReport,
  ProviderReport,
  TierReport,
} from "../../../core/port/mod.ts";
import type { TargetCounts } from "../../../core/use_case/price/mod.ts";
import { declareRoute, type Route } from "../edge/route.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { words } from "../wire/text.ts";

/** What the page is written from. */
export interface StatusReport {
  readonly providers: ReadonlyArray<ProviderReport>;
  readonly jobs: ReadonlyArray<JobReport>;
  /** Where the rate limits are counted. */
  readonly quotaStore: "redis" | "memory";
  /** How this process shares work with the others on its store, and which leases it holds. */
  readonly fleet: { readonly state: FleetState; readonly held: ReadonlyArray<string> };
  /** What the primary venue still takes from the wallets that trade. */
  readonly venueLimits: ReadonlyArray<TierReport>;
  /** How often the sources of targets were wrong. */
  readonly targets: TargetCounts;
}

const ProviderStatus = Type.Object({
  name: Type.String(),
  state: words(["healthy", "degraded", "down", "off", "unknown"], {
    description: "`off`: not set up. `degraded`: some calls fail. `unknown`: no call yet",
  }),
  last_success_at: nullable(IsoWire),
  age_s: nullable(Type.Number({ description: "Seconds since the last success" })),
  error_rate: nullable(Type.Number({ description: "Share of recent calls that failed, 0 to 1" })),
}, { $id: "ProviderStatus" });

const EntryStatus = Type.Object({
  lowest_remaining: Type.Integer({
    description: "How many the signer with the fewest may send at once, as far as is known; " +
      "cancellations may be owed",
  }),
  resting: Type.Integer({ description: "Signers that wait for the venue before they send more" }),
  rest_s: Type.Number({ description: "Seconds until the last of them goes on, 0 if none rests" }),
}, { $id: "EntryStatus" });

const TierStatus = Type.Object({
  tier: nullable(Type.String({
    description: "As the venue calls it; null before its first answer with one",
  })),
  signers: Type.Integer({ description: "Wallets that have sent something, by their signers" }),
  orders: EntryStatus,
  cancels: EntryStatus,
}, { $id: "TierStatus" });

const TargetStatus = Type.Object({
  provisional: Type.Integer({ description: "Targets that the venue's metadata may still correct" }),
  corrected: Type.Integer({ description: "Targets whose price was corrected" }),
  disputed: Type.Integer({ description: "Contradictions between the sources of one target" }),
}, { $id: "TargetStatus", description: "Counted by this process since it began" });

const FleetStatus = Type.Object({
  state: words(["off", "shared", "alone"], {
    description: "`off`: without `DATABASE_URL` and `REDIS_URL` each process asks providers by " +
      "itself. `shared`: replicas share sockets and answers. `alone`: it would share, and cannot " +
      "reach Redis now",
  }),
  holds: Type.Array(Type.String(), {
    description: "Work that this process does for all replicas; the others do the rest",
  }),
}, { $id: "FleetStatus" });

const Status = Type.Object({
  providers: Type.Array(ProviderStatus),
  jobs: Type.Array(Type.Object({ name: Type.String(), last_run_at: IsoWire, ok: Type.Boolean() })),
  limits: Type.Object({ store: words(["redis", "memory"]) }),
  fleet: FleetStatus,
  targets: TargetStatus,
  venue_limits: Type.Array(TierStatus, {
    description: "What the primary venue takes from each signer, by tier: from its answers to " +
      "this process. Orders and cancellations wait for it up to 1 s, and are 503 beyond that",
  }),
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
  fleet: { state: "shared", holds: ["oracle sockets"] },
  targets: { provisional: 3, corrected: 0, disputed: 0 },
  venue_limits: [{
    tier: "standard",
    signers: 2,
    orders: { lowest_remaining: 41, resting: 0, rest_s: 0 },
    cancels: { lowest_remaining: -33, resting: 1, rest_s: 0.425 },
  }],
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
    needsNoProvider: true,
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
          fleet: { state: report.fleet.state, holds: report.fleet.held },
          targets: report.targets,
          venue_limits: report.venueLimits.map(({ tier, signers, orders, cancels }) => ({
            tier,
            signers,
            orders: writeEntry(orders),
            cancels: writeEntry(cancels),
          })),
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

function writeEntry({ lowestRemaining, resting, restMs }: EntryReport) {
  return { lowest_remaining: lowestRemaining, resting, rest_s: Math.ceil(restMs) / 1000 };
}

function toIsoMs(ms: number): string {
  return new Date(ms).toISOString();
}
