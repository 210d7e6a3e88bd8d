/** {@linkcode JobWatch} in memory: the last run of every job. @module */
import { Effect, Layer } from "effect";
import { type JobReport, JobWatch } from "../../core/port/job_watch.ts";

/** Keeps the reports in the order in which the jobs first ran. */
export const layerMemoryJobWatch: Layer.Layer<JobWatch> = Layer.sync(JobWatch, () => {
  const lastRuns = new Map<string, JobReport>();
  return JobWatch.of({
    record: (report) => Effect.sync(() => void lastRuns.set(report.name, report)),
    reports: Effect.sync(() => [...lastRuns.values()]),
  });
});
