import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makePointAccount } from "../../../../adapters/polymarket/relay/point_account.ts";
import type { Seconds } from "../../../../core/stream/mod.ts";

const FROM_SEC = 1_000;
const secondsOf = ({ fromSec, toSec }: Seconds) =>
  Array.from({ length: toSec - fromSec + 1 }, (_, index) => fromSec + index);

/** Points in any order, some doubled; and moments at which holes are given up. */
const steps = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.record({ sec: fc.integer({ min: 990, max: 1_060 }) }) },
    { weight: 1, arbitrary: fc.record({ loseUntilSec: fc.integer({ min: 990, max: 1_060 }) }) },
  ),
  { maxLength: 60 },
);

describe("makePointAccount()", () => {
  test("has every second once: with a point, as lost, or in a hole", () => {
    fc.assert(fc.property(steps, (steps) => {
      const account = makePointAccount(FROM_SEC);
      const published = new Map<number, "point" | "lost">();
      const foundMs = new Map<number, number>();
      let newestSec = FROM_SEC - 1;
      for (const [nowMs, step] of steps.entries()) {
        if ("loseUntilSec" in step) {
          const { loseUntilSec } = step;
          for (const second of account.lose(() => loseUntilSec).flatMap(secondsOf)) {
            expect(published.has(second)).toBe(false);
            expect(second).toBeLessThanOrEqual(loseUntilSec);
            published.set(second, "lost");
          }
        } else {
          const isNews = step.sec >= FROM_SEC && !published.has(step.sec);
          expect(account.take(step.sec, nowMs)).toBe(isNews);
          if (isNews) published.set(step.sec, "point");
          for (let sec = newestSec + 1; sec < step.sec; sec++) foundMs.set(sec, nowMs);
          newestSec = Math.max(newestSec, step.sec);
        }
        const holes = account.holes();
        const all = secondsOf({ fromSec: FROM_SEC, toSec: newestSec });
        expect(holes.flatMap(secondsOf)).toEqual(all.filter((second) => !published.has(second)));
        for (const hole of holes) {
          expect(secondsOf(hole).every((sec) => foundMs.get(sec) === hole.sinceMs)).toBe(true);
        }
      }
    }));
  });

  test("reports an absent range as one, and asks about each hole", () => {
    const account = makePointAccount(FROM_SEC);
    account.take(1_100, 1);
    account.take(1_200, 2);
    expect(account.lose(({ sinceMs }) => sinceMs === 1 ? Infinity : 0))
      .toEqual([{ fromSec: 1_000, toSec: 1_099 }]);
    expect(account.lose(() => 1_150)).toEqual([{ fromSec: 1_101, toSec: 1_150 }]);
    expect(account.holes()).toEqual([{ fromSec: 1_151, toSec: 1_199, sinceMs: 2 }]);
  });
});
