/**
 * Port: the health of the background jobs.
 *
 * @module
 */
import { Context, type Effect } from "effect";

/** The last run of one job. */
export interface JobReport {
  readonly name: string;
  readonly lastRunAtMs: number;
  readonly ok: boolean;
}

/** Keeps the last run of every job. */
export class JobWatch extends Context.Service<JobWatch, {
  readonly record: (report: JobReport) => Effect.Effect<void>;
  readonly reports: Effect.Effect<ReadonlyArray<JobReport>>;
}>()("core/port/JobWatch") {}
