import { describe, expect, test } from "bun:test";
import type { GapEvent, TargetEvent } from "../../../app/client/frame.ts";
import {
  initialPosition,
  positionOnConnect,
  sinceOf,
  takeEvent,
  type TopicPosition,
} from "../../../app/client/topic_position.ts";
import { maxAgeSecOf } from "../../../app/client/topic.ts";
import { valueFrame } from "./fake_stream.ts";

const TOPIC = "targets:btc:daily";
const MAX_AGE_SEC = maxAgeSecOf(TOPIC);
/** 2026-10-31 and 2026-11-01, noon US Eastern: the window between them has 25 hours. */
const SATURDAY_SEC = Date.parse("2026-10-31T16:00:00Z") / 1000;
const SUNDAY_SEC = Date.parse("2026-11-01T17:00:00Z") / 1000;

const target = (seq: number, endSec: number) =>
  valueFrame({ topic: TOPIC, seq, endSec, isMissing: false }, seq) as unknown as TargetEvent;
const gap = (fromSeq: number, toSeq: number, reason: GapEvent["reason"] = "no_price") =>
  ({ type: "gap", topic: TOPIC, fromSeq, toSeq, reason }) as const;
const returned = (askedSec: number): TopicPosition => ({
  state: "returned",
  askedMs: askedSec * 1000,
});

describe("a correction", () => {
  const correction = { ...target(900, 1_200), price: 7, corrects: true } as const;

  test("of an event that the bot got passes, and leaves the position unchanged", () => {
    const position: TopicPosition = { state: "after", seq: 1_000 };
    expect(takeEvent(position, correction, 300)).toEqual({ position, event: correction });
    const equal: TopicPosition = { state: "after", seq: 900 };
    expect(takeEvent(equal, correction, 300)).toEqual({ position: equal, event: correction });
    expect(takeEvent(position, target(900, 1_200), 300).event).toBeUndefined();
  });

  test("of an event that the bot never got is dropped", () => {
    expect(takeEvent(returned(1_000), correction, 300).event).toBeUndefined();
    const joined: TopicPosition = { state: "joined", askedMs: 1_000_000 };
    expect(takeEvent(joined, correction, 300)).toEqual({ position: joined, event: undefined });
  });
});

describe("a position", () => {
  test("requests the current value, then what was open then, then what is missing", () => {
    const joined = positionOnConnect(initialPosition(undefined), 2_000_500);
    expect(sinceOf(joined, 300)).toBeUndefined();
    const back = positionOnConnect(joined, 9_000_000);
    expect(sinceOf(back, 300)).toBe(1_700);
    expect(positionOnConnect(back, 9_900_000)).toEqual(back);
    const { position } = takeEvent(back, target(1_800, 2_100), 300);
    expect(sinceOf(positionOnConnect(position, 9_990_000), 300)).toBe(1_800);
    expect(sinceOf(positionOnConnect(initialPosition(77), 5), 300)).toBe(77);
  });

  test("reaches the start of the longest day until its last second, and no earlier event", () => {
    const position = returned(SUNDAY_SEC - 1);
    expect(sinceOf(position, MAX_AGE_SEC)).toBeLessThan(SATURDAY_SEC);
    const friday = target(SATURDAY_SEC - 86_400, SATURDAY_SEC);
    expect(takeEvent(position, friday, MAX_AGE_SEC).event).toBeUndefined();
    const saturday = target(SATURDAY_SEC, SUNDAY_SEC);
    expect(takeEvent(position, saturday, MAX_AGE_SEC).event).toEqual(saturday);
    expect(takeEvent(returned(SUNDAY_SEC), saturday, MAX_AGE_SEC).event).toBeUndefined();
  });

  test("moves to the end of a gap, and drops a gap that ended before the bot began", () => {
    const step = takeEvent(returned(5_000), gap(4_800, 5_400), 300);
    expect(step).toEqual({ position: { state: "after", seq: 5_400 }, event: gap(4_800, 5_400) });
    expect(takeEvent(returned(5_000), gap(4_200, 4_700), 300).event).toBeUndefined();
    expect(takeEvent(returned(5_000), gap(4_200, 4_701), 300).event).toBeDefined();
  });

  test("cuts a gap to the part that the bot did not get", () => {
    const position: TopicPosition = { state: "after", seq: 1_000 };
    expect(takeEvent(position, gap(700, 1_300), 300).event).toEqual(gap(1_001, 1_300));
    expect(takeEvent(position, gap(1_001, 1_300), 300).event).toEqual(gap(1_001, 1_300));
    expect(takeEvent(position, gap(700, 1_000), 300)).toEqual({ position, event: undefined });
  });

  test("does not move when the connection was too slow", () => {
    const position: TopicPosition = { state: "after", seq: 1_000 };
    const step = takeEvent(position, gap(1_300, 1_300, "slow_reader"), 300);
    expect(step).toEqual({ position, event: undefined });
  });

  test("drops events that the bot already got", () => {
    const position: TopicPosition = { state: "after", seq: 1_000 };
    expect(takeEvent(position, target(1_000, 1_300), 300).event).toBeUndefined();
    expect(takeEvent(position, target(700, 1_000), 300).event).toBeUndefined();
    expect(takeEvent(position, target(1_300, 1_600), 300).event).toBeDefined();
  });
});
