import { afterEach, describe, expect, setSystemTime, test } from "bun:test";
import { Clock, Effect } from "effect";
import { layerClock, makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import { loopMsOf } from "../../loop_time.ts";

const START_MS = Date.parse("2026-11-05T12:00:00Z");

// The real clock stands still where a test says what it shows.
afterEach(() => void setSystemTime());

describe("the sandbox's clock", () => {
  test("is the real clock by default", () => {
    setSystemTime(START_MS);
    const clock = makeSandboxClock();
    expect(clock.nowMs()).toBe(START_MS);
    setSystemTime(START_MS + 1_234);
    expect(clock.nowMs()).toBe(START_MS + 1_234);
  });

  test("of two processes with one start, anchor and speed shows one time", () => {
    const anchorMs = START_MS + 86_400_000;
    const make = (madeMs: number) => {
      setSystemTime(anchorMs + madeMs);
      return makeSandboxClock({ speed: 60, startMs: START_MS, anchorMs });
    };
    const [a, b] = [make(0), make(700)];
    setSystemTime(anchorMs + 1_000);
    expect([a.nowMs(), b.nowMs()]).toEqual([START_MS + 60_000, START_MS + 60_000]);
    expect(a.realMs(60_000)).toBe(1_000);
  });

  test("runs Effect's time and sleep: a minute at 600 takes a tenth of a second", async () => {
    const clock = makeSandboxClock({ speed: 600, startMs: START_MS });
    const slept = Effect.gen(function* () {
      const [fromMs, fromNanos] = [yield* Clock.currentTimeMillis, yield* Clock.monotonicTimeNanos];
      yield* Effect.sleep("1 minute");
      const [toMs, toNanos] = [yield* Clock.currentTimeMillis, yield* Clock.monotonicTimeNanos];
      return { fromMs, toMs, passedMs: toMs - fromMs, passedNanos: toNanos - fromNanos };
    });
    const startedMs = performance.now();
    const run = () => Effect.runPromise(Effect.provide(slept, layerClock(clock)));
    let seen: Awaited<ReturnType<typeof run>> | undefined;
    const sleptMs = await loopMsOf(async () => void (seen = await run()));
    const tookMs = performance.now() - startedMs;
    expect(tookMs).toBeGreaterThan(90);
    expect(sleptMs).toBeLessThan(1_000);
    expect(seen?.fromMs).toBeGreaterThanOrEqual(START_MS);
    expect(seen?.toMs).toBeLessThanOrEqual(clock.nowMs());
    // No more of the clock passes meanwhile than of the machine's time around it.
    const passedMsMax = 600 * (tookMs + 10);
    expect(seen?.passedMs).toBeWithin(59_000, passedMsMax);
    expect(Number(seen?.passedNanos) / 1e6).toBeWithin(59_000, passedMsMax);
  });

  test("releases an interrupted sleep", async () => {
    const clock = makeSandboxClock({ speed: 2 });
    const raced = Effect.race(Effect.sleep("10 minutes"), Effect.sleep("20 millis"));
    const racedMs = await loopMsOf(() =>
      Effect.runPromise(Effect.provide(raced, layerClock(clock)))
    );
    expect(racedMs).toBeLessThan(1_000);
  });
});
