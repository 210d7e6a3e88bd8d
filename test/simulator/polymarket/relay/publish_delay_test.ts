import { expect, test } from "bun:test";
import fc from "fast-check";
import { makePublishDelay } from "../../../../app/simulator/polymarket/relay/publish_delay.ts";

test("points are published 1.1 to 2.2 s after their second, never before the previous one", () => {
  fc.assert(fc.property(fc.nat(), fc.integer({ min: 1.7e9, max: 4e9 }), (seed, sec) => {
    const delayMs = makePublishDelay(seed);
    expect(delayMs(sec)).toBeWithin(1_100, 2_200);
    expect(delayMs(sec + 1) + 1_000).toBeGreaterThanOrEqual(delayMs(sec));
    expect(makePublishDelay(seed)(sec)).toBe(delayMs(sec));
  }));
});

test("delays differ, over the whole of that span", () => {
  const delayMs = makePublishDelay(1);
  const delays = Array.from({ length: 1_000 }, (_, sec) => delayMs(sec));
  expect(Math.min(...delays)).toBeLessThan(1_150);
  expect(Math.max(...delays)).toBeGreaterThan(2_150);
});
