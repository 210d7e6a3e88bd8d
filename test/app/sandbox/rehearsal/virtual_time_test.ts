import { describe, expect, test } from "bun:test";
import { Clock, Effect } from "effect";
import fc from "fast-check";
import { MachineTimers, sleepMachineTime } from "../../../../adapters/outbound/mod.ts";
import { layerVirtualTime, VirtualTime } from "../../../../app/sandbox/rehearsal/virtual_time.ts";

describe("virtual time", () => {
  test("fires timers by their instants, and those of one instant as they were set", () => {
    fc.assert(fc.property(fc.array(fc.tuple(fc.nat(9), fc.boolean())), (timers) => {
      const time = new VirtualTime(1_000);
      const fired: Array<number> = [];
      const forget = timers.map(([ms], number) => time.after(ms, () => fired.push(number)));
      for (const [number, [, isForgotten]] of timers.entries()) {
        if (isForgotten) forget[number]?.();
      }
      const left = [...timers.entries()].filter(([, [, isForgotten]]) => !isForgotten);
      const due = left.toSorted(([, [a]], [, [b]]) => a - b);
      expect(time.nextMs).toBe(1_000 + (due[0]?.[1][0] ?? Infinity));
      time.move(1_009);
      time.fireDue();
      expect(fired).toEqual(due.map(([number]) => number));
      expect(time.nextMs).toBe(Infinity);
    }));
  });

  test("leaves for later what is not due, and what is set meanwhile", () => {
    const time = new VirtualTime(0);
    const fired: Array<string> = [];
    time.after(5, () => {
      fired.push("first");
      time.after(0, () => fired.push("again"));
    });
    time.after(6, () => fired.push("later"));
    time.move(5);
    time.fireDue();
    expect(fired).toEqual(["first"]);
    expect(time.nextMs).toBe(5);
    time.fireDue();
    expect(fired).toEqual(["first", "again"]);
    time.move(3);
    expect(time.nowMs).toBe(5);
  });

  test("is the clock, and the machine's time that was so much slower", async () => {
    const time = new VirtualTime(60_000);
    const told: Array<string> = [];
    const sleeping = Effect.gen(function* () {
      yield* Effect.all([
        Effect.andThen(Effect.sleep(1_000), Effect.sync(() => told.push(`clock ${time.nowMs}`))),
        Effect.andThen(
          sleepMachineTime(100),
          Effect.sync(() => told.push(`machine ${time.nowMs}`)),
        ),
      ], { concurrency: "unbounded" });
      const { nowMs, unixMs } = yield* MachineTimers;
      return [yield* Clock.currentTimeMillis, nowMs(), unixMs()];
    });
    const ended = Effect.runPromise(Effect.provide(sleeping, layerVirtualTime(time, 60)));
    for (let step = 0; step < 3; step++) {
      await new Promise((resolve) => setImmediate(resolve));
      time.move(Math.min(time.nextMs, 66_000));
      time.fireDue();
    }
    expect(await ended).toEqual([66_000, 100, 60_100]);
    expect(told).toEqual(["clock 61000", "machine 66000"]);
  });
});
