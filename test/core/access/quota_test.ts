import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { parseQuota, quotaState, quotaWindowStart } from "../../../core/access/mod.ts";

const quota = fc.record({
  requests: fc.integer({ min: 1, max: 1_000 }),
  windowSec: fc.integer({ min: 1, max: 3_600 }),
});

describe("quota", () => {
  test("resets at the next multiple of the window, always ahead of now", () =>
    fc.assert(fc.property(quota, fc.integer({ min: 0, max: 2 ** 42 }), (quota, nowMs) => {
      const startSec = quotaWindowStart(quota, nowMs);
      const { resetSec } = quotaState(quota, 1, startSec);
      expect(startSec % quota.windowSec).toBe(0);
      expect(startSec * 1000).toBeLessThanOrEqual(nowMs);
      expect(resetSec * 1000).toBeGreaterThan(nowMs);
    })));

  test("admits exactly its number of requests", () =>
    fc.assert(fc.property(quota, fc.integer({ min: 1, max: 2_000 }), (quota, used) => {
      const state = quotaState(quota, used, 0);
      expect(state.isExceeded).toBe(used > quota.requests);
      expect(state.remaining).toBe(Math.max(0, quota.requests - used));
    })));

  test("is written as requests and seconds, or as 0 for no limit", () => {
    expect(parseQuota("120/60")).toEqual(
      Option.some(Option.some({ requests: 120, windowSec: 60 })),
    );
    expect(parseQuota("0")).toEqual(Option.some(Option.none()));
    for (const text of ["", "120", "0/60", "120/0", "-1/60", "a/b", "1e3/60", "120/60/1"]) {
      expect(parseQuota(text)).toEqual(Option.none());
    }
  });
});
