import { describe, expect, test } from "bun:test";
import { Clock, Deferred, Effect, Fiber } from "effect";
import { TestClock } from "effect/testing";
import fc from "fast-check";
import { FleetCalls, makePacer, makePause } from "../../../adapters/outbound/mod.ts";

/** Calls of a fleet whose slots come as a test says. */
const fleetWith = (takeSlot: Effect.Effect<unknown>) =>
  Effect.provideService(FleetCalls, {
    takeSlot: () => Effect.asVoid(takeSlot),
    addWeight: () => Effect.succeed(true),
    share: (_question, ask) => ask,
  });

/** When each of `count` callers, all waiting at once, was let through. */
function beginnings(count: number, pace: { calls: number; perMs: number }, pauseMs: number) {
  const program = Effect.gen(function* () {
    const pacer = makePacer(pace);
    const pause = makePause({ provider: "lister", secMax: 10 });
    yield* pause.begin(pauseMs / 1_000);
    const callers = yield* Effect.forEach(
      Array.from({ length: count }),
      () => Effect.forkChild(Effect.andThen(pacer.take(pause.pass(10)), Clock.currentTimeMillis)),
    );
    yield* TestClock.adjust("1 hour");
    return yield* Effect.forEach(callers, Fiber.join);
  });
  return Effect.runPromise(program.pipe(Effect.provide(TestClock.layer())));
}

describe("makePacer()", () => {
  test("waits for the fleet's slots side by side", async () => {
    const COUNT = 5;
    const gate = Deferred.makeUnsafe<void>();
    let waiting = 0;
    const takeSlot = Effect.suspend(() => {
      waiting += 1;
      // None comes back before all have gone there.
      return waiting === COUNT ? Deferred.succeed(gate, undefined) : Deferred.await(gate);
    });
    const pacer = makePacer({ name: "shared", calls: COUNT, perMs: 1_000 });
    const callers = Array.from({ length: COUNT }, () => pacer.take());
    const all = Effect.all(callers, { concurrency: "unbounded" });
    await Effect.runPromise(all.pipe(fleetWith(takeSlot)));
    expect(waiting).toBe(COUNT);
  });

  test("lets nothing through a gate that closed while the fleet's slot was awaited", async () => {
    let taken = 0;
    const takeSlot = Effect.delay(Effect.sync(() => taken += 1), "1 second");
    const program = Effect.gen(function* () {
      const pacer = makePacer({ name: "shared", calls: 9, perMs: 1_000 });
      const pause = makePause({ provider: "lister", secMax: 10 });
      const callers = yield* Effect.forEach([10, 0], (waitSecMax) => {
        const taking = pacer.take(pause.pass(waitSecMax));
        return Effect.forkChild(Effect.result(Effect.andThen(taking, Clock.currentTimeMillis)));
      });
      yield* TestClock.adjust("500 millis");
      yield* pause.begin(5);
      yield* TestClock.adjust("1 minute");
      return yield* Effect.forEach(callers, Fiber.join);
    });
    const [waiting, failing] = await Effect.runPromise(
      program.pipe(fleetWith(takeSlot), Effect.provide(TestClock.layer())),
    );
    // After the pause, with a slot of that time.
    expect(waiting).toMatchObject({ success: 6_500 });
    expect(failing).toMatchObject({ failure: { reason: "limited" } });
    expect(taken).toBe(3);
  });

  test("lets no more through in any span than the pace allows, and none out of turn", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.record({
          calls: fc.integer({ min: 1, max: 10 }),
          perMs: fc.integer({ min: 1, max: 2_000 }),
        }),
        fc.integer({ min: 0, max: 5_000 }),
        async (count, pace, pauseMs) => {
          const atMs = await beginnings(count, pace, pauseMs);
          expect(atMs).toEqual(atMs.toSorted((a, b) => a - b));
          for (const [index, ms] of atMs.entries()) {
            expect(ms).toBeGreaterThanOrEqual(pauseMs);
            const earlier = atMs[index - pace.calls];
            if (earlier !== undefined) expect(ms - earlier).toBeGreaterThanOrEqual(pace.perMs);
          }
          // As fast as allowed: the last one waits only for the full spans before it.
          const spans = Math.floor((count - 1) / pace.calls);
          expect(atMs.at(-1)).toBe(pauseMs + spans * pace.perMs);
        },
      ),
      // 1.001 s is a little less than 1,001 ms in floats.
      { numRuns: 50, examples: [[1, { calls: 1, perMs: 1 }, 1_001]] },
    );
  });
});
