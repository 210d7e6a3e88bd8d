import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import {
  type FailureCount,
  waitLeftMs,
  type WaitRule,
  withFailure,
  withoutFailure,
} from "../../../core/access/mod.ts";

const RULE: WaitRule = {
  freeFailures: 3,
  firstWaitMs: 1_000,
  longestWaitMs: 10_000,
  forgottenMs: 100_000,
};

/** The count after failures at these instants. */
const after = (instants: ReadonlyArray<number>, rule = RULE) =>
  instants.reduce<Option.Option<FailureCount>>(
    (count, nowMs) => Option.some(withFailure(rule, count, nowMs)),
    Option.none(),
  );

const rule = fc.record({
  freeFailures: fc.nat({ max: 30 }),
  firstWaitMs: fc.integer({ min: 1, max: 5_000 }),
  longestWaitMs: fc.integer({ min: 1, max: 1_000_000 }),
  forgottenMs: fc.integer({ min: 1_000_000, max: 10_000_000 }),
});
const failures = fc.integer({ min: 1, max: 2_000 });
const instant = fc.integer({ min: 0, max: 10_000_000 });

describe("the wait after failures", () => {
  test("is none for free ones, and doubles from then on up to its bound", () => {
    const waits = Array.from({ length: 9 }, (_, n) => waitLeftMs(RULE, after(Array(n).fill(0)), 0));
    expect(waits).toEqual([0, 0, 0, 0, 1_000, 2_000, 4_000, 8_000, 10_000]);
  });

  test("never shrinks with another failure, nor passes its bound", () =>
    fc.assert(fc.property(rule, failures, fc.nat(), (rule, count, lastMs) => {
      const of = (n: number) => waitLeftMs(rule, Option.some({ failures: n, lastMs }), lastMs);
      expect(of(count + 1)).toBeGreaterThanOrEqual(of(count));
      expect(of(count)).toBeLessThanOrEqual(rule.longestWaitMs);
      expect(of(count) === 0).toBe(count <= rule.freeFailures);
    })));

  test("ends when it has passed, to the millisecond", () =>
    fc.assert(fc.property(rule, failures, instant, instant, (rule, failures, lastMs, afterMs) => {
      const count = Option.some({ failures, lastMs });
      const whole = waitLeftMs(rule, count, lastMs);
      expect(waitLeftMs(rule, count, lastMs + afterMs)).toBe(Math.max(0, whole - afterMs));
    })));

  test("ends before twice as long, however far the clock is set back", () =>
    fc.assert(fc.property(rule, failures, instant, instant, (rule, failures, lastMs, backMs) => {
      const count = Option.some({ failures, lastMs });
      const whole = waitLeftMs(rule, count, lastMs);
      const left = waitLeftMs(rule, count, lastMs - backMs);
      expect(left).toBeLessThanOrEqual(Math.max(0, 2 * whole - 1));
      expect(waitLeftMs(rule, count, lastMs - backMs + left)).toBe(0);
      // A clock that is only a little behind shortens no wait.
      if (backMs < whole) expect(left).toBe(whole + backMs);
    })));

  test("is forgotten with the failures, a while after the last of them", () => {
    const many = Array(20).fill(0);
    expect(after([...many, 99_999])).toEqual(Option.some({ failures: 21, lastMs: 99_999 }));
    expect(after([...many, 100_000])).toEqual(Option.some({ failures: 1, lastMs: 100_000 }));
  });

  test("is as before, once a failure was taken back", () => {
    fc.assert(fc.property(failures, fc.nat(), (failures, lastMs) => {
      const count = { failures, lastMs };
      const more = withFailure({ ...RULE, forgottenMs: Infinity }, Option.some(count), lastMs + 5);
      expect(withoutFailure(more)).toEqual(Option.some({ failures, lastMs: lastMs + 5 }));
    }));
    expect(withoutFailure({ failures: 1, lastMs: 0 })).toEqual(Option.none());
  });
});
