/** The robust slope, and the verdict that is made of it. @module */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { median, type Point, slopePerMin } from "./slope.ts";
import type { SoakRow } from "./soak_row.ts";
import { growthOf, handlesLeft, unreadIn, wrongIn } from "./verdict.ts";

const MB = 1024 ** 2;

/** A straight line, one point every ten seconds. */
const line = (perMin: number, count: number): ReadonlyArray<Point> =>
  Array.from({ length: count }, (_, at) => ({
    atMs: at * 10_000,
    value: 500 + perMin * at / 6,
  }));

describe("the slope", () => {
  test("of a line is the line's, with a fifth of its points anywhere", () => {
    fc.assert(fc.property(
      fc.integer({ min: -50, max: 50 }),
      fc.array(fc.record({ at: fc.nat(39), value: fc.integer({ min: 0, max: 1e6 }) }), {
        maxLength: 8,
      }),
      (perMin, wild) => {
        const points = [...line(perMin, 40)];
        for (const { at, value } of wild) points[at] = { atMs: at * 10_000, value };
        expect(slopePerMin(points)).toBeCloseTo(perMin, 6);
      },
    ));
  });

  test("leaves out what is not known, and needs two points", () => {
    const unknown = { atMs: 5_000, value: NaN };
    expect(slopePerMin([...line(3, 5), unknown])).toBeCloseTo(3, 6);
    expect(slopePerMin([unknown, { atMs: 0, value: 1 }])).toBeUndefined();
  });

  test("of a sawtooth is flat", () => {
    const teeth = line(0, 60).map((point, at) => ({ ...point, value: 500 + 12 * (at % 7) }));
    expect(Math.abs(slopePerMin(teeth) ?? NaN)).toBeLessThan(0.5);
  });
});

test("the median is the middle, or between the two in the middle", () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([7])]).toEqual([2, 2.5, 7]);
});

describe("growth", () => {
  const rows = (resident: (at: number) => number, handles = (_: number) => 100) =>
    Array.from({ length: 60 }, (_, at) =>
      ({
        atMs: at * 10_000,
        resident: resident(at) * MB,
        heap: 200 * MB,
        handles: handles(at),
      }) as SoakRow);
  const wrong = (made: ReadonlyArray<SoakRow>, mbPerMin = 0.5) =>
    wrongIn(growthOf(made, { mbPerMin }), 0);

  test("of the warm-up does not count", () => {
    expect(wrong(rows((at) => at < 30 ? 300 + 20 * at : 900))).toEqual([]);
  });

  test("that goes on is found, and its bound is the command's", () => {
    const growing = rows((at) => 300 + 2 * at);
    expect(wrong(growing)).toEqual([
      "resident grows by 12.00 MB a minute, 58 MB over the second half",
    ]);
    expect(wrong(growing, 13)).toEqual([]);
  });

  test("of handles is found", () => {
    expect(wrong(rows(() => 300, (at) => 100 + 2 * at))).toEqual([
      "handles grows by 12.00 handles a minute, 58 handles over the second half",
    ]);
  });
});

describe("readings", () => {
  const row = (resident: number, heap = 1, handles = 1) => ({ resident, heap, handles }) as SoakRow;
  const unread = (hasProc: boolean, ...rows: ReadonlyArray<SoakRow>) => unreadIn(rows, { hasProc });

  test("of which the last ones are there are enough", () => {
    expect(unread(true, row(1), row(NaN), row(NaN))).toEqual([]);
    expect(unread(true, row(NaN, NaN), row(NaN, NaN), row(1))).toEqual([]);
  });

  test("of memory must be there at the end, where the system has them", () => {
    const gone = [row(1), row(NaN, 1, NaN), row(NaN, 1, NaN), row(NaN, 1, NaN)];
    expect(unread(true, ...gone)).toEqual([
      "the last readings do not have resident",
      "the last readings do not have handles",
    ]);
    expect(unread(false, ...gone)).toEqual([]);
    expect(unread(false, row(1), row(1, NaN), row(1, NaN), row(1, NaN)))
      .toEqual(["the last readings do not have heap"]);
  });

  test("must be there at all", () => {
    expect(unread(true).length).toBe(3);
  });
});

test("handles that stay open are those of the calmest reading, beyond a few connections", () => {
  expect([handlesLeft(100, [900, 140, 150]), handlesLeft(100, [900, 260]), handlesLeft(NaN, [NaN])])
    .toEqual([0, 160, 0]);
  expect(handlesLeft(100, [])).toBe(0);
  expect(wrongIn([], 160)).toEqual(["160 handles stay open after the load"]);
});
