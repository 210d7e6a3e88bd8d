import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeRecordedPoints } from "../../../../app/simulator/polymarket/relay/recorded_points.ts";

const DAY_SEC = 86_400;
const at = (sec: number, value = sec) => ({ sec, valueE18: BigInt(value), delayMs: 1_500 });
const seconds = (max: number) => fc.array(fc.nat(max), { minLength: 1, maxLength: 20 });

describe("recorded points", () => {
  test("exist at their seconds, and nothing else between the first and the last", () => {
    fc.assert(fc.property(fc.array(seconds(200), { maxLength: 4 }), (puts) => {
      const recorded = makeRecordedPoints();
      for (const put of puts) recorded.put("btc", put.map((sec) => at(sec)));
      const all = new Set(puts.flat());
      for (let sec = -5; sec < 210; sec++) {
        const isCovered = puts.some((put) => Math.min(...put) <= sec && sec <= Math.max(...put));
        expect(recorded.covers("btc", sec)).toBe(isCovered);
        expect(recorded.at("btc", sec)).toBe(all.has(sec) ? BigInt(sec) : undefined);
        const before = [...all].filter((each) => each <= sec);
        expect(recorded.previous("btc", sec)?.sec)
          .toBe(before.length === 0 ? undefined : Math.max(...before));
        expect(recorded.covers("eth", sec)).toBe(false);
      }
    }));
  });

  test("of a recording of several days begin with the requested day", () => {
    const days = fc.integer({ min: 0, max: 400 });
    const first = fc.integer({ min: 0, max: 30 * DAY_SEC });
    fc.assert(fc.property(seconds(3 * DAY_SEC), first, days, (offsets, firstSec, beginDay) => {
      const recorded = makeRecordedPoints(beginDay * DAY_SEC + 43_200);
      const recording = [0, ...offsets].map((offset) => firstSec + offset);
      recorded.putDaily("btc", recording.map((sec) => at(sec)));
      const beginSec = beginDay * DAY_SEC + firstSec % DAY_SEC;
      expect(recorded.point("btc", beginSec)).toEqual({ ...at(beginSec, firstSec) });
      const spanSec = (recorded.recordingOf("btc")?.days ?? 0) * DAY_SEC;
      for (const sec of recording.filter((sec) => sec < firstSec + spanSec)) {
        expect(recorded.at("btc", beginSec + sec - firstSec)).toBe(BigInt(sec));
      }
    }));
  });

  test("of a daily recording repeat every day at their time, before and after it", () => {
    const days = fc.integer({ min: -3, max: 400 });
    const first = fc.integer({ min: 0, max: 30 * DAY_SEC });
    fc.assert(fc.property(seconds(3 * DAY_SEC), first, days, (offsets, firstSec, day) => {
      const recorded = makeRecordedPoints();
      const recording = [0, ...offsets].map((offset) => firstSec + offset);
      recorded.putDaily("btc", recording.map((sec) => at(sec)));
      const spanDays = recorded.recordingOf("btc")?.days ?? 0;
      const lengthSec = Math.max(...recording) + 1 - firstSec;
      // An hour more than whole days does not make another one.
      expect(spanDays * DAY_SEC).toBeGreaterThanOrEqual(lengthSec - 3_600);
      expect((spanDays - 1) * DAY_SEC).toBeLessThan(Math.max(1, lengthSec - 3_600));
      for (const sec of recording.filter((sec) => sec < firstSec + spanDays * DAY_SEC)) {
        const moved = sec + day * spanDays * DAY_SEC;
        expect(recorded.covers("btc", moved)).toBe(true);
        expect(recorded.point("btc", moved)).toEqual({ ...at(moved, sec) });
        expect(recorded.previous("btc", moved)).toEqual({ ...at(moved, sec) });
        const missing = !recording.includes(sec + 1) && sec + 1 < firstSec + spanDays * DAY_SEC;
        if (!missing) continue;
        expect(recorded.covers("btc", moved + 1)).toBe(true);
        expect(recorded.at("btc", moved + 1)).toBeUndefined();
        expect(recorded.previous("btc", moved + 1)?.sec).toBe(moved);
      }
    }));
  });

  test("of single days take precedence over a daily recording", () => {
    const recorded = makeRecordedPoints();
    recorded.putDaily("btc", [at(0), at(10), at(20)]);
    const later = 5 * DAY_SEC;
    recorded.put("btc", [at(later + 5, 1), at(later + 15, 2)]);
    const values = [0, 5, 10, 15, 20].map((offset) => recorded.at("btc", later + offset));
    expect(values).toEqual([0n, 1n, undefined, 2n, 20n]);
    const before = [4, 12, 19, 25].map((offset) =>
      (recorded.previous("btc", later + offset)?.sec ?? 0) - later
    );
    expect(before).toEqual([0, 5, 15, 20]);
    expect([recorded.recordingOf("btc"), recorded.recordingOf("eth")])
      .toEqual([{ days: 1, firstSec: 0, points: 3 }, undefined]);
  });

  test("are bounded", () => {
    const recorded = makeRecordedPoints();
    expect(recorded.hasRoom(2_000_000)).toBe(true);
    recorded.put("btc", [at(1)]);
    recorded.putDaily("eth", [at(1)]);
    expect([recorded.hasRoom(1_999_998), recorded.hasRoom(1_999_999)]).toEqual([true, false]);
  });
});
