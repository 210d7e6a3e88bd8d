import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import {
  type MarketWindow,
  PROFILE_BY_NAME,
  type Series,
  windowContaining,
} from "../../../core/market/mod.ts";
import type { WindowEvent, WindowPhase } from "../../../core/stream/mod.ts";
import { windowsTopic } from "../../../core/stream/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { makePublisher } from "../../../core/use_case/live/mod.ts";
import { composeWindow } from "../../../core/window/mod.ts";
import { connectInMemory, makeMemoryPublisher } from "./memory_publisher.ts";
import { NO_WINDOWS } from "./no_windows.ts";

const START_SEC = 1_793_880_000;
const BTC: Series = { asset: "btc", interval: "5min" };
const TOPIC = windowsTopic(BTC);
const { calendar } = PROFILE_BY_NAME.spec;

const windowAt = (sec: number): MarketWindow => windowContaining(calendar, "5min", UnixSec(sec));

function stateOf(startSec: number, bidE6 = 600_000n) {
  const window = windowAt(startSec);
  const number = { priceE18: 61_000n * 10n ** 18n, source: "oracle_twap", atMs: null } as const;
  return composeWindow({
    ...{ asset: "btc", window, nowMs: (startSec + 100) * 1000, resolution: null },
    target: { ...number, isProvisional: false },
    price: { ...number, priceE18: 61_001_500n * 10n ** 15n, atMs: (startSec + 99) * 1000 },
    market: {
      ...{ conditionId: "0x1", protocol: "v2", tick: null, sizeMin: null, fee: null },
      isAcceptingOrders: true,
      outcomes: [{ name: "Up", tokenId: "1" }, { name: "Down", tokenId: "2" }],
    },
    quoteOf: (tokenId) =>
      tokenId === "1" ? { bid: { priceE6: bidE6, sizeE6: 12_500_000n }, ask: null, atMs: 0 } : null,
    ...{ close: null, outcome: null },
  });
}

const eventOf = (startSec: number, phase: WindowPhase): WindowEvent => ({
  kind: "window",
  topic: TOPIC,
  seq: startSec,
  phase,
  state: stateOf(startSec),
  legs: [{
    ...{ venue: "kalshi", id: "KX-1", url: null, target: "0.0821210", targetState: "final" },
    ...{ targetSource: "kalshi_market", outcome: null, outcomeState: "open", settled: null },
    ...{ isDisputed: false, atMs: null, comparable: "same_clock_other_index" },
    redistributable: "unknown",
    rule: {
      ...{ index: "DOGEUSD_RTI", method: "mean", seconds: 60, comparison: "greater_or_equal" },
      ...{ digits: 7, tie: "up" },
    },
  }],
});

/** A client of windows that the test publishes. `ended`: starts of windows that are over. */
function startWindows(ended: ReadonlyArray<number> = [], missing: ReadonlyArray<number> = []) {
  const publisher = makePublisher();
  const followers: Array<string> = [];
  const over = [...ended];
  let unread = 0;
  const streams = makeMemoryPublisher({
    headSec: START_SEC,
    replay: () => Effect.succeed([]),
    publisher,
    windows: {
      ...NO_WINDOWS,
      follow: (series) => {
        followers.push(windowsTopic(series));
        return () => void followers.splice(followers.indexOf(windowsTopic(series)), 1);
      },
      current: () => [eventOf(START_SEC, "open")],
      closedHead: () => over.at(-1) ?? 0,
      closedAfter: (_, startSec) =>
        Effect.sync(() =>
          over.filter((sec) => sec > startSec).map((sec) =>
            missing.includes(sec)
              ? { kind: "gap", topic: TOPIC, fromSeq: sec, toSeq: sec, reason: "not_fetched" }
              : eventOf(sec, "closed")
          )
        ),
    },
  });
  const client = connectInMemory(streams, { buffered: () => unread });
  return {
    ...client,
    followers,
    quote: (bidE6: bigint) =>
      publisher.publishEvent({
        kind: "quote",
        topic: TOPIC,
        state: stateOf(START_SEC, bidE6),
        atMs: START_SEC * 1000,
      }),
    window: (of: Partial<WindowEvent>) =>
      publisher.publishEvent({ ...eventOf(START_SEC, "open"), ...of }),
    legs: () =>
      client.frames.flatMap(({ type, window }) =>
        type === "window"
          ? [(window as { readonly legs?: ReadonlyArray<unknown> }).legs?.length]
          : []
      ),
    leaveUnread: (bytes: number) => {
      unread = bytes;
      if (bytes === 0) client.connection.drain();
    },
    seqs: () =>
      client.frames.flatMap(({ type, seq, phase, toSeq }) =>
        type === "window" ? [`${phase} ${seq}`] : type === "gap" ? [`gap ${toSeq}`] : []
      ),
    bids: () =>
      client.frames.flatMap(({ type, outcomes }) =>
        type === "quote" ? [(outcomes as ReadonlyArray<{ best_bid: number }>)[0]?.best_bid] : []
      ),
  };
}

const SUBSCRIBE = {
  op: "subscribe",
  channel: "windows",
  assets: ["btc"],
  intervals: ["5m"],
} as const;

describe("the channel of windows", () => {
  test("begins with the open window, whole and with its newest prices", () => {
    const { send, frames, followed, followers } = startWindows();
    send({ ...SUBSCRIBE, id: 1 });
    expect(frames.slice(1)).toMatchObject([
      { type: "subscribed", id: 1, channel: "windows", topics: [TOPIC] },
      {
        type: "window",
        topic: TOPIC,
        seq: START_SEC,
        phase: "open",
        window: {
          slug: `btc-updown-5m-${START_SEC}`,
          seconds_left: 200,
          target: { price: 61_000, state: "final" },
          price: { value: 61_001.5, distance: 1.5 },
          market: { outcomes: [{ name: "Up", best_bid: 0.6, bid_size: 12.5 }, { name: "Down" }] },
          close: null,
        },
      },
    ]);
    expect([...followed]).toContain(TOPIC);
    expect(followers).toEqual([TOPIC]);
  });

  test("replays what ended after since, in order, and then tells what is now", async () => {
    const ended = [3, 2, 1].map((back) => START_SEC - 300 * back);
    const { send, seqs, frames } = startWindows(ended, [START_SEC - 600]);
    send({ ...SUBSCRIBE, since: START_SEC - 1_200 });
    while (!seqs().some((seq) => seq.startsWith("open"))) await Promise.resolve();
    expect(seqs()).toEqual([
      `closed ${START_SEC - 900}`,
      // One whose end was not found in time is not left out in silence.
      `gap ${START_SEC - 600}`,
      `closed ${START_SEC - 300}`,
      `open ${START_SEC}`,
    ]);
    expect(frames.filter(({ type }) => type === "error")).toEqual([]);
  });

  test("sends a client that is behind the newest prices alone, once it has read", () => {
    const { send, quote, leaveUnread, bids } = startWindows();
    send(SUBSCRIBE);
    quote(610_000n);
    leaveUnread(1);
    for (let step = 0n; step < 5_000n; step++) quote(620_000n + step);
    expect(bids()).toEqual([0.61]);
    leaveUnread(0);
    expect(bids()).toEqual([0.61, 0.624999]);
  });

  test("has legs for those who ask, and their changes for nobody else", () => {
    const plain = startWindows();
    plain.send(SUBSCRIBE);
    plain.window({});
    plain.window({ isOfLegs: true });
    expect(plain.legs()).toEqual([undefined, undefined]);
    const legged = startWindows();
    legged.send({ ...SUBSCRIBE, legs: true });
    legged.window({});
    legged.window({ isOfLegs: true });
    expect(legged.legs()).toEqual([1, 1, 1]);
    expect(legged.frames.at(-1)?.["window"]).toMatchObject({
      legs: [{ venue: "kalshi", target: 0.082121, target_text: "0.0821210", disputed: false }],
      basis: [],
    });
  });

  test("gains legs, or loses them, as the last subscription says, and is followed on", () => {
    const { send, window, legs, followers, quote, bids } = startWindows();
    for (const has of [false, true, true, false]) {
      send({ ...SUBSCRIBE, ...(has ? { legs: true } : {}) });
      window({});
      quote(610_000n);
    }
    // Once at each subscription that changes something, and once as it is published.
    const [none, one] = [undefined, 1];
    expect(legs()).toEqual([...[none, none], ...[one, one], one, ...[none, none]]);
    expect(bids()).toEqual([0.61, 0.61, 0.61, 0.61]);
    expect(followers).toEqual([TOPIC]);
    send({ op: "unsubscribe", channel: "windows", assets: ["btc"], intervals: ["5m"] });
    window({});
    expect(legs()).toHaveLength(7);
  });

  test("ends with its subscription, and with the connection", () => {
    const { send, quote, bids, followers, followed, connection } = startWindows();
    send(SUBSCRIBE);
    send({ op: "unsubscribe", channel: "windows", assets: ["btc"], intervals: ["5m"] });
    quote(610_000n);
    expect([bids(), followers, followed.has(TOPIC)]).toEqual([[], [], false]);
    send({ op: "subscribe", channel: "windows" });
    expect(followers.length).toBe(35);
    connection.close();
    expect(followers).toEqual([]);
  });
});
