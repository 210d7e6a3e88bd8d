import { describe, expect, test } from "bun:test";
import type { GapEvent, TargetEvent, TwapEvent } from "../../../app/client/typescript/mod.ts";
import {
  type Latest,
  priceStateOf,
  takeLatest,
  windowStateOf,
} from "../../../app/console/service/stream_value.ts";
import { targetEvent, twapEvent } from "./stream_event.ts";

const average = twapEvent;
const target = (seq: number, price = 100) => ({ ...targetEvent(seq), price });
const gap = (fromSeq: number, toSeq: number, reason: GapEvent["reason"]): GapEvent => ({
  type: "gap",
  topic: "any",
  fromSeq,
  toSeq,
  reason,
});

const taken = <Event extends TargetEvent | TwapEvent>(...events: Array<Event | GapEvent>) =>
  events.reduce<Latest<Event> | undefined>(takeLatest<Event>, undefined);

describe("takeLatest", () => {
  test("keeps the newest, whatever is replayed after it", () =>
    expect(taken(average(7), average(5))?.event?.seq).toBe(7));

  test("takes a correction under the same seq", () =>
    expect(taken(target(300, 100), target(300, 101))?.event?.price).toBe(101));

  test("remembers a gap until something after it arrives", () => {
    expect(taken(average(5), gap(6, 9, "not_fetched"))?.gap?.toSeq).toBe(9);
    expect(taken(average(5), gap(6, 9, "not_fetched"), average(10))?.gap).toBeUndefined();
    expect(taken(average(10), gap(6, 9, "replay_limit"))?.gap).toBeUndefined();
  });

  test("a correction of what came before a gap does not end it", () =>
    expect(
      taken(target(300), gap(600, 600, "no_price"), target(300, 101))?.gap?.reason,
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
    expect(priceStateOf(taken<TwapEvent>(gap(1, 2, "no_feed")), at(2))).toEqual({
      kind: "missing",
      why: "no feed of it reaches this service",
    });
    expect(priceStateOf(taken(average(10), gap(11, 80, "not_fetched")), at(81))).toEqual({
      kind: "missing",
      why: "it could not be had in time, for 71 s",
    });
  });
});

describe("the window that is open", () => {
  test("is that of the latest target, up to its end", () => {
    const latest = taken(target(300));
    expect(windowStateOf(latest, 599)).toMatchObject({ kind: "open", target: { seq: 300 } });
    expect(windowStateOf(latest, 600)).toEqual({ kind: "waiting", startSec: 600 });
  });

  test("has no target where a gap says so", () =>
    expect(windowStateOf(taken(target(300), gap(600, 600, "no_price")), 601)).toEqual({
      kind: "missing",
      startSec: 600,
      why: "the provider has none",
    }));

  test("is awaited before anything arrives", () =>
    expect(windowStateOf(undefined, 0)).toEqual({ kind: "loading" }));
});
