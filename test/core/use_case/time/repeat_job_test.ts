import { describe, expect, test } from "bun:test";
import { Clock, Effect, Layer, Queue, Schedule } from "effect";
import { TestClock } from "effect/testing";
import { JobWatch } from "../../../../core/port/job_watch.ts";
import {
  asLongAsItTook,
  MachineTime,
  recordRun,
  repeatJob,
  type Repetition,
} from "../../../../core/use_case/time/mod.ts";
import { layerMemoryJobWatch } from "../../../memory/job_watch.ts";

/** The service's clock runs ten times faster than the machine's. */
const SPEED = 10;
const machine = Layer.succeed(MachineTime, {
  nowMs: Effect.map(Clock.currentTimeMillis, (ms) => ms / SPEED),
  sleep: (ms) => Effect.sleep(ms * SPEED),
});
const schedule = Schedule.spaced("400 millis");

/** Runs a job for ten seconds. Returns when it began, in seconds of the service's clock. */
function startsOf(
  repetition: Partial<Repetition<string, JobWatch>>,
  work: Effect.Effect<unknown, string> = Effect.void,
) {
  return Effect.runPromise(
    Effect.gen(function* () {
      const starts: Array<number> = [];
      const begin = Effect.map(Clock.currentTimeMillis, (ms) => starts.push(ms / 1_000));
      const job = Effect.andThen(begin, work);
      yield* Effect.forkChild(repeatJob(job, { schedule, ...repetition }));
      yield* TestClock.adjust("10 seconds");
      return { starts, reports: yield* JobWatch.use(({ reports }) => reports) };
    }).pipe(Effect.provide([machine, layerMemoryJobWatch]), Effect.provide(TestClock.layer())),
  );
}

const service = { clock: "service", schedule: Schedule.spaced("4 seconds") } as const;

describe("a job that repeats", () => {
  test.each<[string, Partial<Repetition<string, JobWatch>>, number, Array<number>]>([
    ["machine time", {}, 0, [0, 4, 8]],
    ["a first wait", { isLater: true }, 1, [4, 9]],
    ["service time", service, 0, [0, 4, 8]],
    ["as long a rest", { ...service, leastMs: asLongAsItTook }, 5, [0, 10]],
    ["a least wait", { ...service, leastMs: () => 600 }, 0, [0, 6]],
  ])("keeps a schedule with %s", async (_, repetition, takesSec, expected) => {
    const { starts } = await startsOf(repetition, Effect.sleep(takesSec * 1_000));
    expect(starts).toEqual(expected);
  });

  test.each([
    ["fails", Effect.fail("staged"), { ok: false, logged: 3 }],
    ["dies", Effect.die("staged"), { ok: false, logged: 3 }],
    ["returns false", Effect.succeed(false), { ok: false, logged: 0 }],
    ["returns", Effect.succeed("it"), { ok: true, logged: 0 }],
  ])("goes on and says how it went, when a run %s", async (_, work, expected) => {
    let logged = 0;
    const failed = () => Effect.sync(() => void (logged += 1));
    const { starts, reports } = await startsOf({ failed, ended: recordRun("job") }, work);
    expect(starts).toEqual([0, 4, 8]);
    expect(reports).toEqual([{ name: "job", lastRunAtMs: 8_000, ok: expected.ok }]);
    expect(logged).toBe(expected.logged);
  });

  test("is woken before its time, but not before the least wait", async () => {
    const woken = Effect.runSync(Queue.sliding<void>(1));
    Queue.offerUnsafe(woken, undefined);
    const wake = Queue.take(woken);
    const { starts } = await startsOf({ ...service, leastMs: () => 200, wake });
    expect(starts).toEqual([0, 2, 6, 10]);
  });
});
