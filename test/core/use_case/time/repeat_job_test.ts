import { describe, expect, test } from "bun:test";
import { Clock, Effect, Layer, Queue, Schedule } from "effect";
import { TestClock } from "effect/testing";
import { JobWatch } from "../../../../core/port/mod.ts";
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

/** Runs a job for ten seconds. Returns when it began, in seconds of the service's clock. */
function startsOf(
  repetition: Repetition<string, JobWatch>,
  { takesSec = 0, end = Effect.void }: {
    readonly takesSec?: number;
    readonly end?: Effect.Effect<unknown, string>;
  } = {},
) {
  return Effect.runPromise(
    Effect.gen(function* () {
      const starts: Array<number> = [];
      const job = Effect.gen(function* () {
        starts.push((yield* Clock.currentTimeMillis) / 1_000);
        yield* Effect.sleep(takesSec * 1_000);
        return yield* end;
      });
      yield* Effect.forkChild(repeatJob(job, repetition));
      yield* TestClock.adjust("10 seconds");
      return { starts, reports: yield* JobWatch.use(({ reports }) => reports) };
    }).pipe(Effect.provide([machine, layerMemoryJobWatch]), Effect.provide(TestClock.layer())),
  );
}

describe("a job that repeats", () => {
  test.each<[string, Partial<Repetition<string, JobWatch>>, number, Array<number>]>([
    ["machine time", { schedule: Schedule.spaced("400 millis") }, 0, [0, 4, 8]],
    ["a first wait", { schedule: Schedule.spaced("400 millis"), isLater: true }, 1, [4, 9]],
    ["service time", { clock: "service" }, 0, [0, 4, 8]],
    ["as long a rest", { clock: "service", leastMs: asLongAsItTook }, 5, [0, 10]],
    ["a least wait", { clock: "service", leastMs: () => 600 }, 0, [0, 6]],
    ["growing waits", { clock: "service", schedule: Schedule.exponential("1 second") }, 0, [
      0,
      1,
      3,
      7,
    ]],
    ["an end", { clock: "service", schedule: Schedule.recurs(2) }, 1, [0, 1, 2]],
  ])("keeps a schedule with %s", async (_, repetition, takesSec, expected) => {
    const schedule = Schedule.spaced("4 seconds");
    const { starts } = await startsOf({ schedule, ...repetition }, { takesSec });
    expect(starts).toEqual(expected);
  });

  test.each([
    ["fails", Effect.fail("staged"), false],
    ["dies", Effect.die("staged"), false],
    ["returns false", Effect.succeed(false), false],
    ["returns", Effect.succeed("it"), true],
  ])("goes on and says how it went, when a run %s", async (how, end, ok) => {
    let logged = 0;
    const { starts, reports } = await startsOf({
      schedule: Schedule.spaced("400 millis"),
      failed: () => Effect.sync(() => void (logged += 1)),
      ended: recordRun("job"),
    }, { end });
    expect(starts).toEqual([0, 4, 8]);
    expect(reports).toEqual([{ name: "job", lastRunAtMs: 8_000, ok }]);
    expect(logged).toBe(ok || how === "returns false" ? 0 : 3);
  });

  test("is woken before its time, but not before the least wait", async () => {
    const woken = Effect.runSync(Queue.sliding<void>(1));
    Queue.offerUnsafe(woken, undefined);
    const { starts } = await startsOf({
      schedule: Schedule.spaced("4 seconds"),
      clock: "service",
      leastMs: () => 200,
      wake: Queue.take(woken),
    });
    expect(starts).toEqual([0, 2, 6, 10]);
  });
});
