import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  easternOffsetSec,
  easternWallClock,
  fromEasternLocal,
  UnixSec,
} from "../../../core/time/mod.ts";
import { unixSec } from "../../arbitrary.ts";

/** The system's time zone database, as an independent witness. */
const newYork = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
});

function witness(sec: number) {
  const parts = newYork.formatToParts(sec * 1000);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { year: read("year"), month: read("month"), day: read("day"), hour: read("hour") };
}

/** Instants within two hours of every change of the clock. */
const nearChange = fc.tuple(
  fc.integer({ min: 2009, max: 2036 }),
  fc.constantFrom(2, 10),
  fc.integer({ min: 1, max: 14 }),
  fc.integer({ min: 5 * 3_600, max: 9 * 3_600 }),
).map(([year, month, day, sec]) => UnixSec(Date.UTC(year, month, day) / 1000 + sec));

describe("US Eastern time", () => {
  test("shows what the time zone database shows", () =>
    fc.assert(
      fc.property(fc.oneof(unixSec, nearChange), (sec) => {
        expect(easternWallClock(sec)).toEqual(witness(sec));
      }),
      { numRuns: 2_000 },
    ));

  test("finds the instant of every noon and of every fourth hour", () =>
    fc.assert(fc.property(unixSec, fc.constantFrom(0, 4, 8, 12, 16, 20), (sec, hour) => {
      const local = sec + easternOffsetSec(sec);
      const wanted = local - local % 86_400 + hour * 3_600;
      const found = fromEasternLocal(wanted);
      expect(found + easternOffsetSec(found)).toBe(wanted);
    })));
});
