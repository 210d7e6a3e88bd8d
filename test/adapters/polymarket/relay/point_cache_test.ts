import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makePointAccount } from "../../../../adapters/polymarket/relay/point_account.ts";
import { makePointCache, POINTS_KEPT } from "../../../../adapters/polymarket/relay/point_cache.ts";
import type { Seconds } from "../../../../core/stream/mod.ts";
import { NOW_SEC, pointOf } from "./relay_texts.ts";

const KEPT_MAX = POINTS_KEPT + 100;

/** Points of a few minutes with now and then another value for the same second. */
const points = fc.array(
  fc.record({ sec: fc.integer({ min: 0, max: 3_000 }), valueE18: fc.bigInt({ min: 1n, max: 3n }) }),
  { maxLength: 200 },
);

describe("makePointCache()", () => {
  test("has the last value of every second, and reports what each point changed", () => {
    fc.assert(fc.property(points, (points) => {
      const memory = makePointCache();
      const model = new Map<number, bigint>();
      for (const { sec, valueE18 } of points) {
        const known = model.get(sec);
        expect(memory.take("btc", pointOf(sec, { valueE18 })))
          .toBe(known === undefined ? "new" : known === valueE18 ? "same" : "corrected");
        model.set(sec, valueE18);
      }
      const wrong = Array.from({ length: 3_001 }, (_, sec) => sec)
        .filter((sec) => memory.at("btc", sec)?.priceE18 !== model.get(sec));
      expect(wrong).toEqual([]);
      const latestSec = Math.max(...model.keys());
      expect(memory.latest("btc")?.priceE18).toBe(model.get(latestSec));
      expect(memory.latest("eth")).toBeUndefined();
    }));
  });

  test("keeps what came first where a point is repeated", () => {
    const memory = makePointCache();
    memory.take("btc", pointOf(NOW_SEC, { seq: 7 }));
    expect(memory.take("btc", pointOf(NOW_SEC, { seq: 9 }))).toBe("same");
    expect(memory.at("btc", NOW_SEC)?.seq).toBe(7);
  });

  test("keeps the last quarter of an hour, whatever comes", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), (order) => {
        const memory = makePointCache();
        const count = 5 * 700;
        for (const part of order) {
          for (let at = 0; at < 700; at++) memory.take("btc", pointOf(NOW_SEC + part * 700 + at));
        }
        const kept = Array.from({ length: count }, (_, at) => NOW_SEC + at)
          .filter((sec) => memory.at("btc", sec) !== undefined);
        expect(kept.length).toBeGreaterThanOrEqual(POINTS_KEPT);
        expect(kept.length).toBeLessThanOrEqual(KEPT_MAX);
        // Without a hole from the oldest to the newest.
        expect(kept.at(-1)).toBe(NOW_SEC + count - 1);
        expect(kept[0]).toBe(NOW_SEC + count - kept.length);
      }),
      { numRuns: 10 },
    );
  });

  test("takes nothing that is older than what it let go", () => {
    const memory = makePointCache();
    for (let sec = 1_000; sec < 5_000; sec++) memory.take("btc", pointOf(sec));
    expect(memory.take("btc", pointOf(1_000))).toBe("old");
    expect(memory.at("btc", 1_000)).toBeUndefined();
  });
});

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
