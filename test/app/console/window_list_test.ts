import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { LiveWindow } from "../../../app/client/typescript/mod.ts";
import type { HistoryWindow } from "../../../app/console/market/history_answer.ts";
import { comingStartSec, openStartSec, slugAt } from "../../../app/console/service/window_slug.ts";
import {
  lastEnded,
  type WindowList,
  withPage,
  withWindow,
} from "../../../app/console/market/window_list.ts";
import { liveWindow } from "./stream_event.ts";

const windowAt = (at: number, change: Partial<HistoryWindow> = {}): HistoryWindow => ({
  timestamp_start: at * 300,
  timestamp_end: at * 300 + 299,
  slug: `btc-updown-5min-${at * 300}`,
  url: `https://venue.example/event/btc-updown-5min-${at * 300}`,
  source: "oracle_twap",
  price: at,
  ...change,
});

/** Windows from one to another, oldest first, as the service sends them. */
const page = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => windowAt(from + at));

const newsAt = (at: number, change: Partial<LiveWindow["target"]> = {}) => {
  const { target } = liveWindow(0);
  return liveWindow(at * 300, { target: { ...target, price: at, state: "final", ...change } });
};

const places = (list: WindowList) => list.map(({ timestamp_start }) => timestamp_start / 300);

describe("a list of windows", () => {
  test("goes on with older and newer pages that join it", () => {
    const list = withPage(withPage([], page(5, 8), 99), page(2, 4), 99);
    expect(places(list)).toEqual([8, 7, 6, 5, 4, 3, 2]);
    expect(places(withPage(list, page(7, 10), 99))).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2]);
  });

  test("forgets what is older than a hole", () =>
    expect(places(withPage(withPage([], page(1, 3), 99), page(6, 7), 99))).toEqual([7, 6]));

  test("takes the newer account of a window", () => {
    const meta = { closePrice: 3, outcome: "up", final: true } as const;
    const list = withPage([windowAt(2)], [windowAt(2, { outcomeMeta: meta })], 99);
    expect(list).toEqual([windowAt(2, { outcomeMeta: meta })]);
  });

  test("keeps the newest of too many", () =>
    expect(places(withPage(withPage([], page(1, 4), 99), page(4, 6), 4))).toEqual([6, 5, 4, 3]));

  test("has no holes and descends, whatever arrives", () =>
    fc.assert(fc.property(
      fc.array(fc.oneof(
        fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 5 })),
        fc.integer({ min: 0, max: 35 }),
      )),
      (news) => {
        let list: WindowList = [];
        for (const one of news) {
          list = typeof one === "number"
            ? withWindow(list, newsAt(one))
            : withPage(list, page(one[0], one[0] + one[1]), 12);
          const at = places(list);
          expect(at).toEqual(at.map((_, place) => (at[0] ?? 0) - place));
        }
      },
    )));

  test("begins with a window that has just opened, and not with one further on", () => {
    const list = withPage([], page(1, 2), 99);
    expect(places(withWindow(list, newsAt(3)))).toEqual([3, 2, 1]);
    expect(withWindow(list, newsAt(3))[0]?.timestamp_end).toBe(4 * 300 - 1);
    expect(places(withWindow(list, newsAt(4)))).toEqual([2, 1]);
    expect(withWindow([], newsAt(4))).toEqual([]);
  });

  test("has a window once its target is known, and says while it may be corrected", () => {
    const list = withPage([], page(1, 2), 99);
    const pending = { price: null, source: null, state: "pending" } as const;
    expect(withWindow(list, newsAt(3, pending))).toBe(list);
    expect(withWindow(list, newsAt(3, { state: "provisional" }))[0]?.provisional).toBe(true);
  });

  test("takes a target's correction, and keeps the outcome", () => {
    const outcomeMeta = { closePrice: null, outcome: null, final: false };
    const known = withPage([], [windowAt(2, { provisional: true, outcomeMeta })], 99);
    const [corrected] = withWindow(known, newsAt(2, { price: 7, source: "venue_metadata" }));
    expect(corrected).toMatchObject({ price: 7, source: "venue_metadata", outcomeMeta });
    expect(corrected).not.toHaveProperty("provisional");
  });

  test("takes how a window ended", () => {
    const close = { price: 9, source: "oracle_twap", at: null } as const;
    const ended = { ...newsAt(1), phase: "closed", close, result: "up" } as const;
    const list = withWindow(withPage([], page(1, 2), 99), ended);
    expect(list.map(({ outcomeMeta }) => outcomeMeta)).toEqual([
      undefined,
      { closePrice: 9, outcome: "up", final: true },
    ]);
  });
});

test("the last windows that have ended are told oldest first", () => {
  const list = withPage([], page(1, 5), 99);
  const endedAt = (nowSec: number) => places(lastEnded(list, { nowSec, count: 3 }));
  expect(endedAt(5 * 300)).toEqual([2, 3, 4]);
  expect(endedAt(5 * 300 - 1)).toEqual([1, 2, 3]);
});

test("the coming window opens after now, also at the very second of an opening", () => {
  expect([1_795_465_499, 1_795_465_500].map(comingStartSec))
    .toEqual([1_795_465_500, 1_795_465_800]);
  expect([1_795_465_500, 1_795_465_799.9].map(openStartSec))
    .toEqual([1_795_465_500, 1_795_465_500]);
});

test("the slug of a window is found by its start", () => {
  const windows = [{ timestamp_start: 300, slug: "a" }, { timestamp_start: 600, slug: "b" }];
  expect([600, 900].map((startSec) => slugAt(windows, startSec))).toEqual(["b", undefined]);
});
