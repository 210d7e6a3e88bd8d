import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  countWindowsStartingIn,
  type Interval,
  lastSecOf,
  POLYMARKET_CALENDAR,
  SPEC_CALENDAR,
  windowAfter,
  windowContaining,
  windowsStartingIn,
} from "../../../core/market/mod.ts";
import { UnixSec, utcDayRange } from "../../../core/time/mod.ts";
import { interval, profile, unixSec } from "../../arbitrary.ts";

const at = (iso: string) => UnixSec(Date.parse(iso) / 1000);
const calendar = profile.map((profile) => profile.calendar);

describe("windowContaining()", () => {
  test("gives a window that holds the instant", () =>
    fc.assert(fc.property(calendar, interval, unixSec, (calendar, interval, atSec) => {
      const window = windowContaining(calendar, interval, atSec);
      expect(window.startSec).toBeLessThanOrEqual(atSec);
      expect(atSec).toBeLessThan(window.endSec);
    })));

  test("gives the same window for its first and its last second", () =>
    fc.assert(fc.property(calendar, interval, unixSec, (calendar, interval, atSec) => {
      const window = windowContaining(calendar, interval, atSec);
      expect(windowContaining(calendar, interval, window.startSec)).toEqual(window);
      expect(windowContaining(calendar, interval, lastSecOf(window))).toEqual(window);
    })));

  test("hands over to the next window at its end, with no gap and no overlap", () =>
    fc.assert(fc.property(calendar, interval, unixSec, (calendar, interval, atSec) => {
      const window = windowContaining(calendar, interval, atSec);
      const next = windowContaining(calendar, interval, window.endSec);
      expect(next.startSec).toBe(window.endSec);
      expect(windowAfter(calendar, window)).toEqual(next);
    })));

  test("never lasts more than an hour longer or shorter than its interval", () =>
    fc.assert(fc.property(calendar, interval, unixSec, (calendar, interval, atSec) => {
      const window = windowContaining(calendar, interval, atSec);
      const surplusSec = window.endSec - window.startSec - calendar[interval].stepSec;
      expect([-3_600, 0, 3_600]).toContain(surplusSec);
    })));

  test.each(
    [
      ["5min", "2026-01-01T00:06:40Z", "2026-01-01T00:05:00Z"],
      ["15min", "2026-01-01T00:14:59Z", "2026-01-01T00:00:00Z"],
      ["1hour", "2026-01-01T01:00:00Z", "2026-01-01T01:00:00Z"],
      ["4hour", "2026-01-01T07:59:59Z", "2026-01-01T04:00:00Z"],
      ["daily", "2026-01-01T23:59:59Z", "2026-01-01T00:00:00Z"],
    ] as const,
  )("spec: the %s window of %s starts at %s", (interval, instant, start) => {
    expect(windowContaining(SPEC_CALENDAR, interval, at(instant)).startSec).toBe(at(start));
  });

  // Start times read from the venue's own slugs.
  test.each([1_787_457_600, 1_765_861_200, 1_767_747_600, 1_772_557_200, 1_767_387_600])(
    "polymarket: a 4hour window starts at %d",
    (startSec) => {
      const window = windowContaining(POLYMARKET_CALENDAR, "4hour", UnixSec(startSec + 7_200));
      expect(window.startSec).toBe(UnixSec(startSec));
    },
  );
});

describe("windowsStartingIn()", () => {
  const starts = (interval: Interval, day: { year: number; month: number; day: number }) =>
    [...windowsStartingIn(POLYMARKET_CALENDAR, interval, utcDayRange(day))]
      .map(({ startSec }) => new Date(startSec * 1000).toISOString().slice(11, 16));

  test("starts 4hour windows on the Eastern clock on the days it is changed", () => {
    expect(starts("4hour", { year: 2026, month: 11, day: 1 }))
      .toEqual(["00:00", "04:00", "09:00", "13:00", "17:00", "21:00"]);
    expect(starts("4hour", { year: 2026, month: 3, day: 8 }))
      .toEqual(["01:00", "05:00", "08:00", "12:00", "16:00", "20:00"]);
  });

  test.each([
    ["2026-03-07T17:00:00Z", 23],
    ["2026-10-31T16:00:00Z", 25],
    ["2026-07-01T16:00:00Z", 24],
  ])("has a daily window from %s of %d hours", (start, hours) => {
    const window = windowContaining(POLYMARKET_CALENDAR, "daily", at(start));
    expect(window.startSec).toBe(at(start));
    expect(window.endSec - window.startSec).toBe(hours * 3_600);
  });

  test("tiles any range: every window once, in order, only those that start inside", () => {
    // Many of them end just where a window starts.
    const span = fc.oneof(
      fc.integer({ min: 0, max: 3 * 86_400 }),
      fc.integer({ min: 0, max: 864 }).map((n) => n * 300),
    );
    fc.assert(fc.property(calendar, interval, unixSec, span, (calendar, interval, at, sec) => {
      const from = sec % 300 === 0 ? UnixSec(at - at % 86_400) : at;
      const range = { startSec: from, endSec: UnixSec(from + sec) };
      const windows = [...windowsStartingIn(calendar, interval, range)];
      for (const [index, window] of windows.entries()) {
        expect(window.startSec).toBeGreaterThanOrEqual(range.startSec);
        expect(window.startSec).toBeLessThan(range.endSec);
        if (index > 0) expect(window.startSec).toBe(windows[index - 1]!.endSec);
      }
      const next = windowContaining(calendar, interval, range.endSec);
      const last = windows.at(-1);
      if (last !== undefined) expect([next.startSec, next.endSec]).toContain(last.endSec);
      expect(countWindowsStartingIn(calendar, interval, range)).toBe(windows.length);
    }));
  });

  test.each([["5min", 288], ["15min", 96], ["1hour", 24], ["4hour", 6], ["daily", 1]] as const)(
    "gives a UTC day %s windows: %d",
    (interval, count) => {
      fc.assert(fc.property(unixSec, (atSec) => {
        const startSec = UnixSec(atSec - atSec % 86_400);
        const day = { startSec, endSec: UnixSec(startSec + 86_400) };
        expect([...windowsStartingIn(SPEC_CALENDAR, interval, day)]).toHaveLength(count);
      }));
    },
  );
});
