import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { nextAttemptMs } from "../../../core/webhook/mod.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The instants of all attempts at a receiver that always fails, from the first at 0. */
function attemptsOf({ chance, retryAfterSec }: {
  readonly chance: number;
  readonly retryAfterSec?: number;
}): ReadonlyArray<number> {
  const all: number[] = [];
  for (let next = Option.some(0); Option.isSome(next);) {
    all.push(next.value);
    next = nextAttemptMs({
      createdMs: 0,
      atMs: next.value,
      attempts: all.length,
      retryAfterSec: Option.fromUndefinedOr(retryAfterSec),
      chance,
    });
  }
  return all;
}

describe("a message that is never accepted", () => {
  test("is tried as the guide says", () => {
    const minutes = [5 / 60, 0.5, 2, 10, 30, 60, 120, 240, 240, 240, 240, 240];
    const waits = attemptsOf({ chance: 0 }).map((atMs, at, all) => atMs - (all[at - 1] ?? 0));
    expect(waits.slice(1, -1)).toEqual(minutes.map((wait) => wait * 60_000));
  });

  test("is tried for a whole day, at ever longer waits, and then no more", () => {
    const chances = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(fc.property(chances, (chance) => {
      const all = attemptsOf({ chance });
      expect(all.at(-1)).toBe(DAY_MS);
      expect(all.length).toBeGreaterThan(10);
      const waits = all.slice(1, -1).map((atMs, at) => atMs - (all[at] ?? 0));
      // Instants are whole milliseconds.
      expect(waits.every((wait, at) => wait + 1 >= (waits[at - 1] ?? 0))).toBe(true);
    }));
  });

  test("waits as long as the receiver asks, but no more than four hours", () => {
    expect(attemptsOf({ chance: 0, retryAfterSec: 60 }).slice(1, 3)).toEqual([60_000, 120_000]);
    expect(attemptsOf({ chance: 0, retryAfterSec: 999_999_999 }).slice(1, 3)).toEqual([
      4 * HOUR_MS,
      8 * HOUR_MS,
    ]);
  });

  test("is tried at least once, however old it is", () => {
    const late = {
      createdMs: 0,
      atMs: DAY_MS,
      attempts: 1,
      chance: 0,
      retryAfterSec: Option.none(),
    };
    expect(nextAttemptMs(late)).toEqual(Option.none());
    expect(nextAttemptMs({ ...late, atMs: DAY_MS - 1 })).toEqual(Option.some(DAY_MS));
  });
});
