import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  DAY_SEC,
  easternDay,
  easternDayRange,
  easternDaysOf,
  isInside,
  toDayText,
  UnixSec,
} from "../../../core/time/mod.ts";
import { unixSec } from "../../arbitrary.ts";

describe("easternDay", () => {
  test("is the day whose range the instant lies in", () =>
    fc.assert(fc.property(unixSec, (atSec) => {
      expect(isInside(easternDayRange(easternDay(atSec)), atSec)).toBe(true);
    })));

  test("lists a game at 01:40Z under the day before", () => {
    const atSec = UnixSec(Date.parse("2026-04-18T01:38:00Z") / 1000);
    expect(toDayText(easternDay(atSec))).toBe("2026-04-17");
  });
});

describe("easternDaysOf", () => {
  test("gives consecutive days that cover the range and no more", () =>
    fc.assert(fc.property(unixSec, fc.nat(20 * DAY_SEC), (startSec, lengthSec) => {
      const endSec = UnixSec(startSec + lengthSec);
      const ranges = easternDaysOf({ startSec, endSec }).map(easternDayRange);
      if (lengthSec === 0) return expect(ranges).toEqual([]);
      expect(isInside(ranges[0] ?? { startSec, endSec: startSec }, startSec)).toBe(true);
      expect(ranges.at(-1)?.endSec).toBeGreaterThanOrEqual(endSec);
      expect(ranges.at(-1)?.startSec).toBeLessThan(endSec);
      for (const [i, range] of ranges.entries()) {
        if (i > 0) expect(range.startSec).toBe(ranges[i - 1]?.endSec ?? UnixSec(0));
      }
    })));
});
