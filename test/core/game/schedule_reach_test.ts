import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  extendReach,
  isReached,
  LEAGUES,
  type Reach,
  unreadLeagues,
} from "../../../core/game/mod.ts";
import { type TimeRange, UnixSec } from "../../../core/time/mod.ts";

const range = (startSec: number, endSec: number): TimeRange => ({
  startSec: UnixSec(startSec),
  endSec: UnixSec(endSec),
});
const anyRange = fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 12 }))
  .map(([startSec, length]) => range(startSec, startSec + length));
const reachOf = (ranges: ReadonlyArray<TimeRange>) => ranges.reduce(extendReach, [] as Reach);

describe("a reach", () => {
  test("covers every second that was read, and no other", () =>
    fc.assert(fc.property(fc.array(anyRange), (ranges) => {
      const reach = reachOf(ranges);
      for (let sec = 0; sec < 60; sec++) {
        const isRead = ranges.some(({ startSec, endSec }) => startSec <= sec && sec < endSec);
        expect(isReached(reach, range(sec, sec + 1))).toBe(isRead);
      }
    })));

  test("has gaps between its ranges, which are in order", () =>
    fc.assert(fc.property(fc.array(anyRange), (ranges) => {
      const reach = reachOf(ranges);
      for (const [i, { startSec, endSec }] of reach.entries()) {
        expect(startSec).toBeLessThan(endSec);
        expect(reach[i + 1]?.startSec ?? Infinity).toBeGreaterThan(endSec);
      }
    })));

  test("is the same object exactly if nothing is new", () =>
    fc.assert(fc.property(fc.array(anyRange), anyRange, (ranges, more) => {
      const reach = reachOf(ranges);
      expect(extendReach(reach, more) === reach).toBe(isReached(reach, more));
    })));
});

test("leagues are unread where part of the window was not read", () => {
  const reaches = new Map([["nba", [range(0, 10)]], ["nhl", [range(5, 20)]]] as const);
  const unread = (startSec: number, endSec: number) =>
    unreadLeagues(reaches, { leagues: ["nhl", "mlb", "nba"], window: range(startSec, endSec) });
  expect(unread(5, 10)).toEqual(["mlb"]);
  expect(unread(5, 11)).toEqual(["nba", "mlb"]);
  expect(unread(4, 10)).toEqual(["mlb", "nhl"]);
  expect(unreadLeagues(reaches, { leagues: [], window: range(0, 10) }))
    .toEqual(LEAGUES.filter((league) => league !== "nba"));
});
