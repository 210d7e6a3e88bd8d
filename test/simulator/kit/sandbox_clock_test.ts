import { describe, expect, test } from "bun:test";
import { Clock, Effect } from "effect";
import { layerClock, makeSandboxClock } from "../../../app/simulator/kit/clock.ts";

const START_MS = Date.parse("2026-11-05T12:00:00Z");

describe("the sandbox's clock", () => {
  test("is the real clock by default", () => {
    expect(makeSandboxClock().nowMs()).toBeWithin(Date.now() - 50, Date.now() + 50);
  });

  test("of two processes with one start, anchor and speed shows one time", () => {
    const anchorMs = Date.now() - 1_000;
    const [a, b] = [1, 2].map(() => makeSandboxClock({ speed: 60, startMs: START_MS, anchorMs }));
    expect(a!.nowMs()).toBeWithin(START_MS + 60_000, START_MS + 70_000);
    expect(Math.abs(b!.nowMs() - a!.nowMs())).toBeLessThan(1_000);
    expect(a!.realMs(60_000)).toBe(1_000);
  });

  test("runs Effect's time and sleep: a minute at 600 takes a tenth of a second", async () => {
    const clock = makeSandboxClock({ speed: 600, startMs: START_MS });
    const startedMs = performance.now();
    const slept = Effect.gen(function* () {
      const [fromMs, fromNanos] = [yield* Clock.currentTimeMillis, yield* Clock.monotonicTimeNanos];
      yield* Effect.sleep("1 minute");
      const [toMs, toNanos] = [yield* Clock.currentTimeMillis, yield* Clock.monotonicTimeNanos];
      return { fromMs, passedMs: toMs - fromMs, passedNanos: toNanos - fromNanos };
    });
    const { fromMs, passedMs, passedNanos } = await Effect.runPromise(
      Effect.provide(slept, layerClock(clock)),
    );
    expect(performance.now() - startedMs).toBeWithin(90, 1_000);
    expect(fromMs).toBeWithin(START_MS, START_MS + 60_000);
    expect(passedMs).toBeWithin(59_000, 600_000);
    expect(Number(passedNanos) / 1e6).toBeWithin(59_000, 600_000);
  });

  test("releases an interrupted sleep", async () => {
    const clock = makeSandboxClock({ speed: 2 });
    const raced = Effect.race(Effect.sleep("10 minutes"), Effect.sleep("20 millis"));
    const startedMs = performance.now();
    await Effect.runPromise(Effect.provide(raced, layerClock(clock)));
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });
});
