/**
 * The contract that every adapter of the `JobWatch` port must meet.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { Effect, type Layer } from "effect";
import fc from "fast-check";
import { type JobReport, JobWatch } from "../../core/port/mod.ts";

/** The world a contract test runs against. */
export interface JobWatchWorld {
  readonly name: string;
  readonly layer: Layer.Layer<JobWatch>;
}

const report = fc.record({
  name: fc.constantFrom("record_openings", "schedule", "constructor"),
  lastRunAtMs: fc.integer({ min: 0, max: 2 ** 42 }),
  ok: fc.boolean(),
});

/** Declares the contract's tests for one adapter. */
export function jobWatchContract(world: JobWatchWorld): void {
  describe(`JobWatch contract: ${world.name}`, () => {
    test("reports the last run of every job, in the order of their first runs", async () => {
      await fc.assert(fc.asyncProperty(fc.array(report, { maxLength: 20 }), async (runs) => {
        const reports = await Effect.runPromise(
          Effect.gen(function* () {
            const watch = yield* JobWatch;
            for (const run of runs) yield* watch.record(run);
            return yield* watch.reports;
          }).pipe(Effect.provide(world.layer)),
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
  });
}
