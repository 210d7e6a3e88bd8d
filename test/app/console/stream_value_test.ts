import { describe, expect, test } from "bun:test";
import type { GapEvent, LiveWindow, TwapEvent } from "../../../app/client/typescript/mod.ts";
import {
  type LatestAverage,
  priceStateOf,
  takeAverage,
  takeWindow,
  windowStateOf,
} from "../../../app/console/service/stream_value.ts";
import { liveWindow, twapEvent } from "./stream_event.ts";

const average = twapEvent;
const gap = (fromSeq: number, toSeq: number, reason: GapEvent["reason"]): GapEvent => ({
  type: "gap",
  topic: "any",
  fromSeq,
  toSeq,
  reason,
});

const taken = (...events: Array<TwapEvent | GapEvent>) =>
  events.reduce<LatestAverage | undefined>(takeAverage, undefined);

describe("the latest average", () => {
  test("is the newest, whatever is replayed after it", () =>
    expect(taken(average(7), average(5))?.event?.seq).toBe(7));

  test("is a correction under the same seq", () =>
    expect(taken(average(7), { ...average(7), value: "101" })?.event?.value).toBe("101"));

  test("has a gap until something after it arrives", () => {
    expect(taken(average(5), gap(6, 9, "not_fetched"))?.gap?.toSeq).toBe(9);
    expect(taken(average(5), gap(6, 9, "not_fetched"), average(10))?.gap).toBeUndefined();
    expect(taken(average(10), gap(6, 9, "replay_limit"))?.gap).toBeUndefined();
  });

  test("a correction of what came before a gap does not end it", () =>
    expect(
      taken(average(300), gap(600, 600, "no_price"), average(300))?.gap?.reason,
    ).toBe("no_price"));
});

describe("the price of an asset", () => {
  const at = (nowSec: number, change = {}) => ({ nowSec, speed: 1, isOpen: true, ...change });

  test("is awaited before anything arrives", () =>
    expect(priceStateOf(undefined, at(0)).kind).toBe("loading"));

  test("is current, then late, then gone", () => {
    const latest = taken(average(1_000));
    expect(priceStateOf(latest, at(1_010))).toMatchObject({ kind: "shown", lateSec: undefined });
    expect(priceStateOf(latest, at(1_011))).toMatchObject({ kind: "shown", lateSec: 11 });
    expect(priceStateOf(latest, at(1_060)).kind).toBe("shown");
    expect(priceStateOf(latest, at(1_061))).toEqual({
      kind: "missing",
      why: "none arrives, for 61 s",
    });
  });

  test("may be older where the service's clock is quick", () => {
    const latest = taken(average(1_000));
    const quick = { speed: 60 };
    expect(priceStateOf(latest, at(1_180, quick))).toMatchObject({ lateSec: undefined });
    expect(priceStateOf(latest, at(1_181, quick))).toMatchObject({ lateSec: 181 });
    expect(priceStateOf(latest, at(1_361, quick)).kind).toBe("missing");
  });

  test("is stale while the stream is cut, however old", () =>
    expect(priceStateOf(taken(average(1_000)), at(9_000, { isOpen: false }))).toMatchObject({
      kind: "shown",
      isStale: true,
    }));

  test("says why there is none", () => {
    expect(priceStateOf(taken(gap(1, 2, "no_feed")), at(2))).toEqual({
      kind: "missing",
      why: "no feed of it reaches this service",
    });
    expect(priceStateOf(taken(gap(1, 2, "no_price")), at(2))).toMatchObject({
      why: "the provider has none",
    });
    expect(priceStateOf(taken(average(10), gap(11, 80, "not_fetched")), at(81))).toEqual({
      kind: "missing",
      why: "it could not be had in time, for 71 s",
    });
  });
});

describe("the window that is open", () => {
  const opened = (...news: Array<LiveWindow>) =>
    news.reduce<LiveWindow | undefined>(takeWindow, undefined)?.start;

  test("is the last that opened, whatever is said of the others", () => {
    expect(opened(liveWindow(600), liveWindow(300))).toBe(600);
    expect(opened(liveWindow(300), liveWindow(600, { phase: "next" }))).toBe(300);
    expect(opened(liveWindow(600), liveWindow(900, { phase: "closed" }))).toBe(600);
  });

  test("has its newest prices", () => {
    const price = { ...(liveWindow(300).price ?? expect.unreachable()), value: 7 };
    expect(takeWindow(liveWindow(300), liveWindow(300, { price }))?.price?.value).toBe(7);
  });

  test("is so up to its end", () => {
    expect(windowStateOf(liveWindow(300), 599)).toMatchObject({
      kind: "open",
      window: { start: 300 },
    });
    expect(windowStateOf(liveWindow(300), 600)).toEqual({ kind: "waiting", startSec: 600 });
  });

  test("is awaited before anything arrives", () =>
    expect(windowStateOf(undefined, 0)).toEqual({ kind: "loading" }));
});
