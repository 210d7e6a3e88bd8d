import { describe, expect, test } from "bun:test";
import type { GapEvent, TargetEvent } from "../../../../../app/client/typescript/stream/frame.ts";
import {
  positionOnConnect,
  sinceOf,
  takeEvent,
  type TopicPosition,
} from "../../../../../app/client/typescript/stream/topic_position.ts";
import { maxAgeSecOf } from "../../../../../app/client/typescript/stream/topic.ts";
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
  askedMs: askedSec * 1000,
  isReturned: true,
});

describe("a correction", () => {
  const correction = { ...target(900, 1_200), price: 7, corrects: true } as const;

  test("of an event that the bot got passes, and leaves the position unchanged", () => {
    const position: TopicPosition = { seq: 1_000 };
    expect(takeEvent(position, correction, 300)).toEqual([position, correction]);
    const equal: TopicPosition = { seq: 900 };
    expect(takeEvent(equal, correction, 300)).toEqual([equal, correction]);
    expect(takeEvent(position, target(900, 1_200), 300)[1]).toBeUndefined();
  });

  test("of an event that the bot never got is dropped", () => {
    expect(takeEvent(returned(1_000), correction, 300)[1]).toBeUndefined();
    const joined: TopicPosition = { askedMs: 1_000_000 };
    expect(takeEvent(joined, correction, 300)).toEqual([joined]);
  });
});

describe("a position", () => {
  test("requests the current value, then what was open then, then what is missing", () => {
    const joined = positionOnConnect({}, 2_000_500);
    expect(sinceOf(joined, 300)).toBeUndefined();
    const back = positionOnConnect(joined, 9_000_000);
    expect(sinceOf(back, 300)).toBe(1_700);
    expect(positionOnConnect(back, 9_900_000)).toEqual(back);
    const [position] = takeEvent(back, target(1_800, 2_100), 300);
    expect(sinceOf(positionOnConnect(position, 9_990_000), 300)).toBe(1_800);
    expect(sinceOf(positionOnConnect({ seq: 77 }, 5), 300)).toBe(77);
  });

  test("cuts a gap to the part that the bot did not get", () => {
    const position: TopicPosition = { seq: 1_000 };
    expect(takeEvent(position, gap(700, 1_300), 300)).toEqual([{ seq: 1_300 }, gap(1_001, 1_300)]);
    expect(takeEvent(position, gap(1_001, 1_300), 300)[1]).toEqual(gap(1_001, 1_300));
    expect(takeEvent(position, gap(700, 1_000), 300)).toEqual([position]);
  });

  test("reaches the start of the longest day until its last second, and no earlier event", () => {
    const position = returned(SUNDAY_SEC - 1);
    expect(sinceOf(position, MAX_AGE_SEC)).toBeLessThan(SATURDAY_SEC);
    const friday = target(SATURDAY_SEC - 86_400, SATURDAY_SEC);
    expect(takeEvent(position, friday, MAX_AGE_SEC)[1]).toBeUndefined();
    const saturday = target(SATURDAY_SEC, SUNDAY_SEC);
    expect(takeEvent(position, saturday, MAX_AGE_SEC)[1]).toEqual(saturday);
    expect(takeEvent(returned(SUNDAY_SEC), saturday, MAX_AGE_SEC)[1]).toBeUndefined();
  });

  test("does not move when the connection was too slow", () => {
    const position: TopicPosition = { seq: 1_000 };
    const step = takeEvent(position, gap(1_300, 1_300, "slow_reader"), 300);
    expect(step).toEqual([position]);
  });
});
