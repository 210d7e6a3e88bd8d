import { expect, test } from "bun:test";
import { Clock, Effect, Fiber } from "effect";
import { TestClock } from "effect/testing";
import { RangeBudget, withinOneBudget } from "../../../../core/use_case/price/mod.ts";

const BUDGET_MS = 20_000;

/** One part of an answer, which takes all its time and returns when that was up. */
const part = Effect.gen(function* () {
  yield* Effect.raceFirst(Effect.never, yield* RangeBudget);
  return yield* Clock.currentTimeMillis;
});

/** Advances the clock by two minutes and gives what came of it. */
const resultOf = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect);
    yield* TestClock.adjust("2 minutes");
    return yield* Fiber.join(fiber);
  }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise);

test("parts share a budget that begins once", async () => {
  const parts = Effect.all([part, Effect.delay(part, "5 seconds"), part]);
  expect(await resultOf(parts)).toEqual([BUDGET_MS, 2 * BUDGET_MS + 5_000, 3 * BUDGET_MS + 5_000]);
  expect(await resultOf(withinOneBudget(parts))).toEqual([BUDGET_MS, 25_000, 25_000]);
  const atOnce = withinOneBudget(Effect.all([part, part], { concurrency: "unbounded" }));
  expect(await resultOf(atOnce)).toEqual([BUDGET_MS, BUDGET_MS]);
});

test("an answer that is ready before waits for no budget, and fails as it does", async () => {
  const never = Effect.provideService(RangeBudget, Effect.never);
  expect(await Effect.runPromise(never(withinOneBudget(Effect.succeed("ready"))))).toBe("ready");
  const failing = Effect.flip(withinOneBudget(Effect.fail("failed")));
  expect(await Effect.runPromise(never(failing))).toBe("failed");
});

test("a budget is interrupted when its answer is done", async () => {
  let isGivenUp = false;
  const budget = Effect.onInterrupt(Effect.never, () =>
    Effect.sync(() => {
      isGivenUp = true;
    }));
  const program = Effect.gen(function* () {
    yield* withinOneBudget(Effect.yieldNow);
    return isGivenUp;
  });
  expect(await Effect.runPromise(Effect.provideService(program, RangeBudget, budget))).toBe(true);
});
