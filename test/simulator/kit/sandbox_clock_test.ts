import { afterEach, describe, expect, jest, setSystemTime, test } from "bun:test";
import { Effect } from "effect";
import { layerClock, makeSandboxClock } from "../../../app/simulator/kit/clock.ts";

const START_MS = Date.parse("2026-11-05T12:00:00Z");

afterEach(() => {
  jest.useRealTimers();
  setSystemTime();
});

describe("the sandbox's clock", () => {
  test("of two processes with one start, anchor and speed shows one time", () => {
    const anchorMs = START_MS + 86_400_000;
    const make = (madeMs: number) => {
      setSystemTime(anchorMs + madeMs);
      return makeSandboxClock({ speed: 60, startMs: START_MS, anchorMs });
    };
    const clocks = [make(0), make(700)];
    setSystemTime(anchorMs + 1_000);
    expect(clocks.map((clock) => clock.nowMs())).toEqual([START_MS + 60_000, START_MS + 60_000]);
  });

  test("is the one that a program sleeps by: a minute at 600 is a tenth of a second", async () => {
    jest.useFakeTimers();
    const clock = makeSandboxClock({ speed: 600, startMs: START_MS });
    let isAwake = false;
    const slept = Effect.delay(Effect.sync(() => void (isAwake = true)), "1 minute");
    const running = Effect.runPromise(Effect.provide(slept, layerClock(clock)));
    await Promise.resolve();
    jest.advanceTimersByTime(99);
    await Promise.resolve();
    expect(isAwake).toBe(false);
    jest.advanceTimersByTime(2);
    await running;
    expect(isAwake).toBe(true);
  });
});
