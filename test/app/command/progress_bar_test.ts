import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { durationText, progressLine } from "../../../app/command/progress_bar.ts";

describe("progressLine()", () => {
  test("shows the progress, the rate and the time left", () => {
    const line = progressLine({
      total: 2_000,
      done: 1_000,
      failed: 3,
      doneBefore: 140,
      elapsedMs: 100_000,
    });
    expect(line).toBe(
      "[###############...............]   50.0 %  1000/2000  8.6/s  1m57s left  3 without a price",
    );
  });

  test("ends with done", () => {
    const line = progressLine({ total: 5, done: 5, failed: 0, doneBefore: 0, elapsedMs: 1_000 });
    expect(line).toContain("100.0 %  5/5  5.0/s  done");
  });

  test("is one line with a bar of constant width, whatever the figures", () => {
    const count = fc.nat({ max: 100_000 });
    fc.assert(fc.property(count, count, count, count, (total, part, failed, elapsedMs) => {
      const done = Math.min(total, part);
      const line = progressLine({ total, done, failed, doneBefore: 0, elapsedMs });
      expect(line).toMatch(/^\[[#.]{30}\] +\d+\.\d % /);
      expect(line).not.toMatch(/NaN|Infinity|undefined/);
    }));
  });
});

describe("durationText()", () => {
  test.each([[0.2, "1s"], [59, "59s"], [60, "1m00s"], [3_599, "59m59s"], [7_620, "2h07m"]])(
    "%d seconds are %s",
    (seconds, text) => expect(durationText(seconds)).toBe(text),
  );
});
