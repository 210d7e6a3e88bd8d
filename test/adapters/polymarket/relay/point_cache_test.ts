import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makePointCache, POINTS_KEPT } from "../../../../adapters/polymarket/relay/point_cache.ts";
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
