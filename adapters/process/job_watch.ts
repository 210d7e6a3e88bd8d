/**
 * The last run of every background job, in memory.
 *
 * @module
 */
import { Clock, Effect, Layer, Metric } from "effect";
import { type JobReport, JobWatch } from "../../core/port/job_watch.ts";
import { registerGauge } from "./register_metric.ts";

const AGE = Metric.gauge("strikeline_job_age_seconds", {
  description: "Time since a background job last ran, by the service's clock.",
});
const OK = Metric.gauge("strikeline_job_ok", {
  description: "Whether the last run of a background job succeeded: 1 or 0.",
});

/** Keeps one report per job, in the order in which the jobs first ran. */
export const layerJobWatch: Layer.Layer<JobWatch> = Layer.effect(
  JobWatch,
  Effect.gen(function* () {
    const lastRuns = new Map<string, JobReport>();
    const clock = yield* Clock.Clock;
    const context = yield* Effect.context<never>();

    // Not `job`, which Prometheus calls what it reads.
    function register(job: string): void {
      const gauge = (metric: Metric.Gauge<number>, read: (last: JobReport) => number) => {
        registerGauge(Metric.withAttributes(metric, { background_job: job }), context, () => {
          const last = lastRuns.get(job);
          return last === undefined ? 0 : read(last);
        });
      };
      gauge(AGE, (last) => (clock.currentTimeMillisUnsafe() - last.lastRunAtMs) / 1000);
      gauge(OK, ({ ok }) => Number(ok));
    }

    return JobWatch.of({
      record: (report) =>
        Effect.sync(() => {
          if (!lastRuns.has(report.name)) register(report.name);
          lastRuns.set(report.name, report);
        }),
      reports: Effect.sync(() => [...lastRuns.values()]),
    });
  }),
);
