import { describe, expect, test } from "bun:test";
import type { HistoryWindow } from "../../../app/console/market/history_answer.ts";
import { otherSteps, withLegs } from "../../../app/console/market/leg_list.ts";
import { liveWindow, OTHER_LEG, OWN_LEG } from "./stream_event.ts";

const legs = (target: number | null) => [OWN_LEG, { ...OTHER_LEG, target }];
const newsAt = (at: number, target: number | null = at) => ({
  start: at * 900,
  legs: legs(target),
});

describe("the windows at all venues", () => {
  test("are known by their start, each as it was told last", () => {
    const known = withLegs(new Map(), [newsAt(1), newsAt(2, null)]);
    const later = withLegs(known, [newsAt(2, 7)]);
    expect([...later].map(([start, one]) => [start, one.legs[1]?.target])).toEqual([
      [900, 1],
      [1_800, 7],
    ]);
    expect(known.get(1_800)?.legs[1]?.target).toBeNull();
  });

  test("stay the same while only prices change", () => {
    const news = newsAt(1);
    const known = withLegs(new Map(), [news]);
    expect(withLegs(known, [{ ...liveWindow(900), ...news }])).toBe(known);
    expect(withLegs(known, [liveWindow(900)])).toBe(known);
    expect(withLegs(known, [])).toBe(known);
  });

  test("are the newest of too many", () => {
    const news = Array.from({ length: 50 }, (_, at) => newsAt(at));
    const known = withLegs(withLegs(new Map(), news), [newsAt(60)]);
    expect([known.size, known.has(900), known.has(60 * 900)]).toEqual([48, false, true]);
    expect(withLegs(known, [newsAt(0)])).toBe(known);
  });

  test("have no target of another venue that is not known", () => {
    const known = withLegs(new Map(), [newsAt(1), newsAt(2, null), newsAt(4)]);
    const windows = [1, 2, 3, 4].map((at) =>
      ({ timestamp_start: at * 900, timestamp_end: at * 900 + 899 }) as HistoryWindow
    );
    expect(otherSteps("kalshi", { windows, known })).toEqual([
      { startSec: 900, endSec: 1_800, price: 1 },
      { startSec: 3_600, endSec: 4_500, price: 4 },
    ]);
    expect(otherSteps("elsewhere", { windows, known })).toEqual([]);
  });
});
