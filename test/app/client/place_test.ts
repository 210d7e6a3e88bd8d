import { describe, expect, test } from "bun:test";
import type { GapEvent, TargetEvent } from "../../../app/client/frame.ts";
import {
  connectedPlace,
  firstPlace,
  type Place,
  sinceOf,
  takeEvent,
} from "../../../app/client/place.ts";
import { reachSecOf } from "../../../app/client/topic.ts";
import { valueFrame } from "./fake_stream.ts";

const TOPIC = "targets:btc:daily";
const REACH_SEC = reachSecOf(TOPIC);
/** 2026-10-31 and 2026-11-01, noon US Eastern: the window between them has 25 hours. */
const SATURDAY_SEC = Date.parse("2026-10-31T16:00:00Z") / 1000;
const SUNDAY_SEC = Date.parse("2026-11-01T17:00:00Z") / 1000;

const target = (seq: number, endSec: number) =>
  valueFrame({ topic: TOPIC, seq, endSec, isMissing: false }, seq) as unknown as TargetEvent;
const gap = (fromSeq: number, toSeq: number, reason: GapEvent["reason"] = "no_price") =>
  ({ type: "gap", topic: TOPIC, fromSeq, toSeq, reason }) as const;
const returned = (askedSec: number): Place => ({ state: "returned", askedMs: askedSec * 1000 });

describe("a correction", () => {
  const correction = { ...target(900, 1_200), price: 7, corrects: true } as const;

  test("of what was told is told, and leads nowhere", () => {
    const place: Place = { state: "after", seq: 1_000 };
    expect(takeEvent(place, correction, 300)).toEqual({ place, event: correction });
    const equal: Place = { state: "after", seq: 900 };
    expect(takeEvent(equal, correction, 300)).toEqual({ place: equal, event: correction });
    expect(takeEvent(place, target(900, 1_200), 300).event).toBeUndefined();
  });

  test("of what was never told is not told", () => {
    expect(takeEvent(returned(1_000), correction, 300).event).toBeUndefined();
    const joined: Place = { state: "joined", askedMs: 1_000_000 };
    expect(takeEvent(joined, correction, 300)).toEqual({ place: joined, event: undefined });
  });
});

describe("a place", () => {
  test("asks for the value of now, then for what was open then, then for what is missing", () => {
    const joined = connectedPlace(firstPlace(undefined), 2_000_500);
    expect(sinceOf(joined, 300)).toBeUndefined();
    const back = connectedPlace(joined, 9_000_000);
    expect(sinceOf(back, 300)).toBe(1_700);
    expect(connectedPlace(back, 9_900_000)).toEqual(back);
    const { place } = takeEvent(back, target(1_800, 2_100), 300);
    expect(sinceOf(connectedPlace(place, 9_990_000), 300)).toBe(1_800);
    expect(sinceOf(connectedPlace(firstPlace(77), 5), 300)).toBe(77);
  });

  test("reaches the start of the longest day until its last second, and tells none before", () => {
    const place = returned(SUNDAY_SEC - 1);
    expect(sinceOf(place, REACH_SEC)).toBeLessThan(SATURDAY_SEC);
    const friday = target(SATURDAY_SEC - 86_400, SATURDAY_SEC);
    expect(takeEvent(place, friday, REACH_SEC).event).toBeUndefined();
    const saturday = target(SATURDAY_SEC, SUNDAY_SEC);
    expect(takeEvent(place, saturday, REACH_SEC).event).toEqual(saturday);
    expect(takeEvent(returned(SUNDAY_SEC), saturday, REACH_SEC).event).toBeUndefined();
  });

  test("moves to the end of a gap, and leaves out what was over before the bot began", () => {
    const step = takeEvent(returned(5_000), gap(4_800, 5_400), 300);
    expect(step).toEqual({ place: { state: "after", seq: 5_400 }, event: gap(4_800, 5_400) });
    expect(takeEvent(returned(5_000), gap(4_200, 4_700), 300).event).toBeUndefined();
    expect(takeEvent(returned(5_000), gap(4_200, 4_701), 300).event).toBeDefined();
  });

  test("tells of a gap only what is not told yet", () => {
    const place: Place = { state: "after", seq: 1_000 };
    expect(takeEvent(place, gap(700, 1_300), 300).event).toEqual(gap(1_001, 1_300));
    expect(takeEvent(place, gap(1_001, 1_300), 300).event).toEqual(gap(1_001, 1_300));
    expect(takeEvent(place, gap(700, 1_000), 300)).toEqual({ place, event: undefined });
  });

  test("stays where it is when the connection was too slow", () => {
    const place: Place = { state: "after", seq: 1_000 };
    const step = takeEvent(place, gap(1_300, 1_300, "slow_reader"), 300);
    expect(step).toEqual({ place, event: undefined });
  });

  test("tells nothing twice", () => {
    const place: Place = { state: "after", seq: 1_000 };
    expect(takeEvent(place, target(1_000, 1_300), 300).event).toBeUndefined();
    expect(takeEvent(place, target(700, 1_000), 300).event).toBeUndefined();
    expect(takeEvent(place, target(1_300, 1_600), 300).event).toBeDefined();
  });
});
