import { describe, expect, test } from "bun:test";
import { Clock, Effect, Fiber, Result } from "effect";
import { TestClock } from "effect/testing";
import fc from "fast-check";
import { CallProgress, FleetCalls } from "../../../adapters/outbound/mod.ts";
import { makeHostWeight } from "../../../adapters/binance/weight.ts";

const WEIGHT = 2_400;
const run = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.runPromise(effect.pipe(Effect.provide(TestClock.layer())));
const makeOne = () => makeHostWeight({ name: "test", weightPerMinute: WEIGHT });
const answer = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers(headers),
  text: "",
});

describe("makeHostWeight()", () => {
  test("lets no more weight through than the limit, and keeps some for singles", async () => {
    const call = fc.record({ weight: fc.integer({ min: 1, max: 400 }), isBulk: fc.boolean() });
    await fc.assert(fc.asyncProperty(fc.array(call, { maxLength: 40 }), async (calls) => {
      const granted = await run(Effect.gen(function* () {
        const host = makeOne();
        return yield* Effect.forEach(calls, (call) => Effect.result(host.reserve(call)));
      }));
      let [used, bulkUsed] = [0, 0];
      for (const [index, result] of granted.entries()) {
        const { weight = 0, isBulk = false } = calls[index] ?? {};
        if (Result.isFailure(result)) {
          expect(result.failure).toMatchObject({ reason: "limited", retryAfterSec: 61 });
          expect(used + weight).toBeGreaterThan(WEIGHT * (isBulk ? 0.6 : 0.9));
          continue;
        }
        used += weight;
        if (isBulk) bulkUsed = used;
      }
      expect(used).toBeLessThanOrEqual(WEIGHT * 0.9);
      expect(bulkUsed).toBeLessThanOrEqual(WEIGHT * 0.6);
    }));
  });

  test("believes the exchange where it counts more, until the minute is over", async () => {
    const [before, after] = await run(Effect.gen(function* () {
      const host = makeOne();
      yield* host.learn(answer(200, { "x-mbx-used-weight-1m": "2300" }));
      const before = yield* Effect.result(host.reserve({ weight: 20, isBulk: false }));
      yield* TestClock.adjust("1 minute");
      return [before, yield* Effect.result(host.reserve({ weight: 20, isBulk: false }))];
    }));
    expect([before?._tag, after?._tag]).toEqual(["Failure", "Success"]);
  });

  test("leaves a minute as it is when the fleet refuses weight of the one before", async () => {
    const asked: Array<number> = [];
    const { first, second } = await run(
      Effect.gen(function* () {
        const host = makeOne();
        yield* TestClock.adjust("59 seconds");
        const asking = yield* Effect.forkChild(host.reserve({ weight: 1, isBulk: false }));
        for (let sec = 0; sec < 5; sec++) yield* TestClock.adjust("1 second");
        const first = yield* Effect.result(Fiber.join(asking));
        return { first, second: yield* Effect.result(host.reserve({ weight: 1, isBulk: false })) };
      }).pipe(Effect.provideService(FleetCalls, {
        takeSlot: () => Effect.void,
        addWeight: ({ minute }) => {
          asked.push(minute);
          // The answer of minute 0 comes in minute 1.
          return minute === 0
            ? Effect.delay(Effect.succeed(false), "2 seconds")
            : Effect.succeed(true);
        },
        share: (_question, ask) => ask,
      })),
    );
    expect([first._tag, second._tag]).toEqual(["Success", "Success"]);
    expect(asked).toEqual([0, 1, 1]);
  });

  test("waits for the next minute when that is near, and tells so", async () => {
    const steps: Array<string> = [];
    const waitedMs = await run(
      Effect.gen(function* () {
        const host = makeOne();
        yield* TestClock.adjust("58 seconds");
        yield* host.learn(answer(200, { "x-mbx-used-weight-1m": "2400" }));
        const fiber = yield* Effect.forkChild(
          Effect.andThen(host.reserve({ weight: 1, isBulk: true }), Clock.currentTimeMillis),
        );
        yield* TestClock.adjust("10 seconds");
        return yield* fiber.pollUnsafe() ?? Effect.succeed(-1);
      }).pipe(Effect.provideService(CallProgress, (step) => void steps.push(step))),
    );
    expect(waitedMs).toBe(60_050);
    expect(steps).toEqual(["queued", "sent"]);
  });
});
