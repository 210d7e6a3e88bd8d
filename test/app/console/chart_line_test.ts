import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Interval } from "../../../app/client/typescript/mod.ts";
import {
  AverageLine,
  CHART_WINDOWS,
  slotOf,
  slotsOf,
  slotStarts,
  targetCorners,
} from "../../../app/console/market/chart_line.ts";
import { INTERVALS, lengthSecOf } from "../../../app/console/market/market_name.ts";

const interval = fc.constantFrom<Interval>(...INTERVALS);
const instant = fc.integer({ min: 1_700_000_000, max: 1_900_000_000 });

describe("slotsOf", () => {
  test("covers as many windows as the chart shows, up to the end", () =>
    fc.assert(fc.property(interval, instant, (interval, endSec) => {
      const slots = slotsOf(interval, endSec);
      expect(slots.toSec).toBeGreaterThanOrEqual(endSec);
      expect(slots.toSec - slots.fromSec).toBe(CHART_WINDOWS * lengthSecOf(interval));
      const starts = slotStarts(slots);
      expect(starts.at(0)).toBe(slots.fromSec);
      expect(starts.at(-1)).toBe(slots.toSec - slots.stepSec);
      expect(starts.every((sec) => slotOf(sec, slots) === sec)).toBe(true);
    })));
});

describe("targetCorners", () => {
  const slots = slotsOf("5min", 3_600);

  test("draws each target from its window's start to its end", () =>
    expect(
      targetCorners([
        { startSec: 3_300, endSec: 3_600, price: 2 },
        { startSec: 3_000, endSec: 3_300, price: 1 },
      ], slots),
    ).toEqual([
      { sec: 3_000, price: 1 },
      { sec: 3_295, price: 1 },
      { sec: 3_300, price: 2 },
      { sec: 3_595, price: 2 },
    ]));

  test("draws no line over a window without a target", () =>
    expect(
      targetCorners([
        { startSec: 2_700, endSec: 3_000, price: 1 },
        { startSec: 3_300, endSec: 3_600, price: 2 },
      ], slots),
    ).toEqual([
      { sec: 2_700, price: 1 },
      { sec: 2_995, price: 1, isBeforeGap: true },
      { sec: 3_295, price: 2, isBeforeGap: true },
      { sec: 3_300, price: 2 },
      { sec: 3_595, price: 2 },
    ]));

  test("leaves out windows before the chart, and cuts the one at its edge", () =>
    expect(
      targetCorners([
        { startSec: -600, endSec: -300, price: 1 },
        { startSec: -150, endSec: 150, price: 2 },
      ], slots),
    ).toEqual([{ sec: 0, price: 2 }, { sec: 145, price: 2 }]));

  test("ascends in time, whatever the order of the windows", () =>
    fc.assert(fc.property(
      fc.array(fc.tuple(fc.integer({ min: -5, max: 15 }), fc.integer({ min: 1, max: 9 }))),
      (windows) => {
        const steps = windows.map(([at, price]) => ({
          startSec: at * 300,
          endSec: at * 300 + 300,
          price,
        }));
        const secs = targetCorners(steps, slots).map(({ sec }) => sec);
        expect(secs).toEqual([...new Set(secs)].sort((a, b) => a - b));
      },
    )));
});

describe("AverageLine", () => {
  test("keeps the last price of each slot", () => {
    const line = new AverageLine({ stepSec: 5 });
    line.take(100, 1);
    line.take(104, 2);
    line.take(105, 3);
    expect(line.points()).toEqual([{ sec: 100, price: 2 }, { sec: 105, price: 3 }]);
  });

  test("ignores what is older than the last", () => {
    const line = new AverageLine({ stepSec: 5 });
    line.take(104, 1);
    expect(line.take(103, 2)).toBeUndefined();
    expect(line.take(104, 2)).toBeUndefined();
    expect(line.points()).toEqual([{ sec: 100, price: 1 }]);
  });

  test("leads no line across a gap", () => {
    const line = new AverageLine({ stepSec: 5 });
    line.take(100, 1);
    line.take(110, 2);
    expect(line.take(121, 3)).toEqual({ point: { sec: 120, price: 3 }, isAfterGap: true });
    expect(line.take(124, 4)).toEqual({ point: { sec: 120, price: 4 }, isAfterGap: false });
    expect(line.points()).toEqual([
      { sec: 100, price: 1 },
      { sec: 110, price: 2, isBeforeGap: true },
      { sec: 120, price: 4 },
    ]);
  });

  test("takes seconds that the oracle left out for no gap", () => {
    const line = new AverageLine({ stepSec: 1 });
    line.take(100, 1);
    expect(line.take(110, 2)?.isAfterGap).toBe(false);
  });

  test("holds no more points than a chart has slots, however long it goes on", () => {
    const line = new AverageLine({ stepSec: 5 });
    for (let sec = 0; sec < 20_000; sec++) line.take(sec, sec);
    expect(line.points().length).toBe(slotStarts(slotsOf("5min", 0)).length);
    expect(line.points().at(-1)).toEqual({ sec: 19_995, price: 19_999 });
  });
});
