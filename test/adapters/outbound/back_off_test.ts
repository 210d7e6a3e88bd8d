import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeBackOff } from "../../../adapters/outbound/back_off.ts";

/** How attempts end: with data or without, after so much time, and a draw. */
const ends = fc.array(
  fc.record({
    hadData: fc.boolean(),
    tookMs: fc.integer({ min: 0, max: 30_000 }),
    chance: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 1, maxLength: 30 },
);

describe("makeBackOff()", () => {
  const range = { leastMs: 1_000, quickMsMax: 2_000, firstMsMax: 3_000, capMs: 30_000 };
  const [worked, failed] = [true, false];
  test.each([
    ["doubles from half a second to ten while nothing works", undefined, Array(7).fill(failed), [
      500,
      1_000,
      2_000,
      4_000,
      8_000,
      10_000,
      10_000,
    ]],
    [
      "begins anew after a connection that worked, with a quick attempt",
      undefined,
      [failed, failed, worked, failed, failed],
      [500, 1_000, 250, 500, 1_000],
    ],
    ["takes the waits that a provider asks for", range, [worked, failed, failed, failed], [
      2_000,
      3_000,
      6_000,
      12_000,
    ]],
  ])("%s", (_, range, ends, waits) => {
    const waitMsAfter = makeBackOff(range);
    const after = ends.map((hadData, nowMs) => waitMsAfter({ hadData, nowMs, chance: 1 }));
    expect(after).toEqual(waits);
  });

  test("is never longer than ten seconds, and quick once in ten seconds at most", () => {
    fc.assert(fc.property(ends, (ends) => {
      const waitMsAfter = makeBackOff();
      let nowMs = 0;
      let attemptsIn10Sec: Array<number> = [];
      for (const end of ends) {
        nowMs += end.tookMs;
        const waitMs = waitMsAfter({ ...end, chance: 1, nowMs });
        expect(waitMs).toBeLessThanOrEqual(10_000);
        attemptsIn10Sec = attemptsIn10Sec.filter((atMs) => nowMs - atMs < 10_000);
        if (waitMs <= 250) expect(attemptsIn10Sec).toEqual([]);
        if (waitMs <= 250) attemptsIn10Sec.push(nowMs);
      }
    }));
  });

  test("spreads the attempts of many over the whole wait", () => {
    fc.assert(fc.property(ends, (ends) => {
      const [drawn, longest] = [makeBackOff(), makeBackOff()];
      let nowMs = 0;
      for (const end of ends) {
        nowMs += end.tookMs;
        const waitMs = drawn({ ...end, nowMs });
        expect(waitMs).toBeCloseTo(longest({ ...end, nowMs, chance: 1 }) * end.chance, 6);
      }
    }));
  });

  test("keeps to the range that a provider asks for", () => {
    fc.assert(fc.property(ends, (ends) => {
      const waitMsAfter = makeBackOff(range);
      for (const end of ends) {
        const waitMs = waitMsAfter({ ...end, nowMs: end.tookMs });
        expect(waitMs).toBeGreaterThanOrEqual(range.leastMs);
        expect(waitMs).toBeLessThanOrEqual(range.capMs);
      }
    }));
  });
});
