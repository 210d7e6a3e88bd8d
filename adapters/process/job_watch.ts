/**
 * The last run of every background job, in memory.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { type JobReport, JobWatch } from "../../core/port/mod.ts";

/** Keeps one report per job, in the order in which the jobs first ran. */
export const layerJobWatch: Layer.Layer<JobWatch> = Layer.sync(JobWatch, () => {
  const lastRuns = new Map<string, JobReport>();
  return JobWatch.of({
    record: (report) => Effect.sync(() => void lastRuns.set(report.name, report)),
    reports: Effect.sync(() => [...lastRuns.values()]),
  });
});
