import { expect, test } from "bun:test";
import fc from "fast-check";
import { isoNow } from "../../../../adapters/http/edge/answer/iso_now.ts";

test("the current time reads as a Date writes it, whatever was asked before", () => {
  const instant = fc.integer({ min: 0, max: Date.UTC(9999, 0) });
  const near = fc.integer({ min: -3_000, max: 3_000 });
  fc.assert(fc.property(instant, fc.array(near), (nowMs, steps) => {
    for (const step of [0, ...steps]) {
      const atMs = Math.max(0, nowMs + step);
      expect(isoNow(atMs)).toBe(new Date(atMs).toISOString());
    }
  }));
});

test("a clock with fractions of a millisecond is read as a Date reads it", () => {
  for (const atMs of [1_793_880_030_999.9, 0.5, 1_793_880_031_000.25]) {
    expect(isoNow(atMs)).toBe(new Date(atMs).toISOString());
  }
});
