/**
 * How the providers and the background jobs are doing.
 *
 * @module
 */
import type { JobReport } from "../../../core/port/job_watch.ts";
import type { FleetState } from "../../../core/port/leases.ts";
import type { RecordingReport } from "../../../core/port/recording.ts";
import type { ProviderReport } from "../../../core/port/provider_watch.ts";
import type { EntryReport, TierReport } from "../../../core/port/venue_limits.ts";
import type { TargetCounts } from "../../../core/use_case/price/mod.ts";
import type { EntryStatus, ProviderStatus, RecordingStatus, Status } from "./wire_service.ts";

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
  /** How far the recording is; undefined where nothing is recorded. */
  readonly recording: RecordingReport | undefined;
}

/** Writes the status. */
export function statusBody(report: StatusReport, nowMs: number): typeof Status.static {
  return {
    providers: report.providers.map((provider) => writeProvider(provider, nowMs)),
    jobs: report.jobs.map(({ name, lastRunAtMs, ok }) => ({
      name,
      last_run_at: toIsoMs(lastRunAtMs),
      ok,
    })),
    limits: { store: report.quotaStore },
    fleet: { state: report.fleet.state, holds: [...report.fleet.held] },
    targets: report.targets,
    recording: report.recording === undefined ? null : writeRecording(report.recording),
    venue_limits: report.venueLimits.map(({ tier, signers, orders, cancels }) => ({
      tier,
      signers,
      orders: writeEntry(orders),
      cancels: writeEntry(cancels),
    })),
  };
}

function writeProvider(
  { name, state, lastSuccessAtMs, errorRate, sockets }: ProviderReport,
  nowMs: number,
): typeof ProviderStatus.static {
  return {
    name,
    state,
    last_success_at: lastSuccessAtMs === null ? null : toIsoMs(lastSuccessAtMs),
    age_s: lastSuccessAtMs === null ? null : Math.max(0, nowMs - lastSuccessAtMs) / 1000,
    error_rate: errorRate,
    ...(sockets === undefined ? {} : { sockets }),
  };
}

function writeRecording(
  { state, bytes, kept, dropped, lastMs, failure }: RecordingReport,
): typeof RecordingStatus.static {
  const last_received_at = lastMs === 0 ? null : toIsoMs(lastMs);
  return { state, bytes, kept, dropped, last_received_at, failure: failure ?? null };
}

function writeEntry(
  { lowestRemaining, resting, restMs }: EntryReport,
): typeof EntryStatus.static {
  return { lowest_remaining: lowestRemaining, resting, rest_s: Math.ceil(restMs) / 1000 };
}

function toIsoMs(ms: number): string {
  return new Date(ms).toISOString();
}
