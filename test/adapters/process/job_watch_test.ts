import { expect, test } from "bun:test";
import { Effect } from "effect";
import fc from "fast-check";
import { layerJobWatch } from "../../../adapters/process/job_watch.ts";
import { type JobReport, JobWatch } from "../../../core/port/job_watch.ts";

const report = fc.record({
  name: fc.constantFrom("record_openings", "schedule", "constructor"),
  lastRunAtMs: fc.integer({ min: 0, max: 2 ** 42 }),
  ok: fc.boolean(),
});

test("each job's last run is reported, in the order of their first runs", async () => {
  await fc.assert(fc.asyncProperty(fc.array(report, { maxLength: 20 }), async (runs) => {
    const reports = await Effect.runPromise(
      Effect.gen(function* () {
        const watch = yield* JobWatch;
        for (const run of runs) yield* watch.record(run);
        return yield* watch.reports;
      }).pipe(Effect.provide(layerJobWatch)),
    );
    const names = [...new Set(runs.map(({ name }) => name))];
    const lastOf = (name: string): JobReport | undefined =>
      runs.findLast((run) => run.name === name);
    expect(reports.map(({ name }) => name)).toEqual(names);
    for (const found of reports) {
      expect<JobReport | undefined>(found).toEqual(lastOf(found.name));
    }
  }));
});
