import { afterEach, describe, expect, test } from "bun:test";
import {
  connect,
  type LiveWindow,
  type SpotEvent,
} from "../../../../../app/client/typescript/mod.ts";
import { makeServiceClock } from "../../../../../app/client/typescript/stream/service_clock.ts";
import { makeSubscription } from "../../../../../app/client/typescript/stream/subscription.ts";
import { until } from "../../../../until.ts";
import { collect, HELLO_SEC, startScripted, type WireFrame } from "./scripted_server.ts";
import { legged, quoteFrame, windowFrame } from "./window_frames.ts";

const cleanups: Array<() => unknown> = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});
const start = () => {
  const server = startScripted();
  const stream = connect(server.url, { timing: { firstRetryMs: 2, retryMsMax: 20 } });
  cleanups.push(stream.close, server.stop);
  return { server, stream };
};
const wire = (frame: object) => frame as WireFrame;
const spot = (price: number): SpotEvent & WireFrame => ({
  ...{ type: "spot", topic: "spot:btc", asset: "btc", price },
  ...{ at: "2026-01-01T00:00:00.000Z", source: "aggTrades" },
});

const subscriptionTo = (channel: "windows" | "spot", eventsMax = 10) => {
  let isOver = false;
  const subscription = makeSubscription(
    { channel, assets: ["btc"], spans: [channel === "spot" ? "" : "5min"], since: undefined },
    { eventsMax, onOver: () => isOver = true },
  );
  subscription.clock = makeServiceClock(HELLO_SEC * 1000);
  return { ...subscription, isOver: () => isOver };
};

describe("a bot that is busy", () => {
  test("gets the newest prices of a window next, and no change of it is left out", async () => {
    const { take, events, isOver } = subscriptionTo("windows", 3);
    const [first, second] = [HELLO_SEC, HELLO_SEC + 300];
    take(windowFrame(first, "open"));
    const prices = Array.from({ length: 90 }, (_, index) => (index + 1) / 100);
    for (const bid of prices) take(quoteFrame(first, { bid, ask: 0.95 }));
    take(windowFrame(second, "next"));
    for (const bid of prices.toReversed()) take(quoteFrame(first, { bid, ask: 0.95 }));
    const seen: Array<unknown> = [];
    for (let count = 0; count < 3; count++) {
      const { value } = await events.next();
      const window = value as unknown as LiveWindow;
      seen.push([window.phase, window.start, window.outcome("Up")?.best_bid]);
    }
    expect(seen).toEqual([["open", first, 0.9], ["next", second, 0.61], ["open", first, 0.01]]);
    expect(isOver()).toBe(false);
  });

  test("gets the newest trade of an asset alone", async () => {
    const { take, events, isOver } = subscriptionTo("spot", 1);
    for (const price of [1, 2, 3]) take(spot(price));
    expect((await events.next()).value).toEqual(spot(3));
    take(spot(4));
    expect((await events.next()).value).toEqual(spot(4));
    expect(isOver()).toBe(false);
  });
});

describe("a loop over windows", () => {
  test("yields the window with its newest prices, by the service's clock", async () => {
    const { server, stream } = start();
    const { received } = collect(stream.windows("btc", "5min"));
    const peer = await server.subscribed(0);
    expect(peer.received).toEqual([
      { op: "subscribe", id: 1, channel: "windows", assets: ["btc"], intervals: ["5min"] },
    ]);
    const feed = { type: "feed", provider: "oracle", state: "down", since: "2026-01-01T00:00:00Z" };
    peer.send(feed);
    peer.send(wire(windowFrame(HELLO_SEC, "open")));
    await until(() => received.length === 1);
    // No later instant of this test is further from the greeting than the machine is slow.
    expect(received[0]?.secondsLeft()).toBeGreaterThan(0);
    expect(received[0]?.secondsLeft()).toBeLessThanOrEqual(300);
    peer.send(wire(quoteFrame(HELLO_SEC, { bid: 0.4, ask: 0.42, at: HELLO_SEC + 301 })));
    await until(() => received.length === 2);
    expect([received[1]?.spread("Up"), received[1]?.secondsLeft()]).toEqual([0.02, 0]);
  });

  test("goes on after the last window that it saw close, and yields it no more", async () => {
    const { server, stream } = start();
    const { received } = collect(stream.windows({ assets: ["btc"], intervals: ["5m" as never] }));
    const first = await server.subscribed(0);
    first.send(wire(windowFrame(HELLO_SEC, "open")));
    first.send(wire(windowFrame(HELLO_SEC, "closed", true)));
    first.send(wire(windowFrame(HELLO_SEC + 300, "open")));
    await until(() => received.length === 3);
    first.close();
    const second = await server.subscribed(1);
    expect(second.received[0]).toMatchObject({ channel: "windows", since: HELLO_SEC });
    second.send(wire(windowFrame(HELLO_SEC, "closed", true)));
    second.send(wire(windowFrame(HELLO_SEC + 300, "closed")));
    await until(() => received.length === 4);
    expect(received.map(({ phase, start }) => [phase, start])).toEqual([
      ["open", HELLO_SEC],
      ["closed", HELLO_SEC],
      ["open", HELLO_SEC + 300],
      ["closed", HELLO_SEC + 300],
    ]);
    expect([first, second].map(({ ops }) => ops("subscribe").length)).toEqual([1, 1]);
  });

  test("has the legs of windows if it asks for them, as it does after a cut", async () => {
    const { server, stream } = start();
    const { received } = collect(stream.windows("btc", "5min", { legs: true }));
    const first = await server.subscribed(0);
    first.send(wire(legged(windowFrame(HELLO_SEC, "open"), { target: 87_643.87 })));
    await until(() => received.length === 1);
    first.send(wire(quoteFrame(HELLO_SEC, { bid: 0.4, ask: 0.42 })));
    await until(() => received.length === 2);
    first.close();
    const second = await server.subscribed(1);
    const subscribe = { op: "subscribe", id: 1, channel: "windows", legs: true };
    const series = { assets: ["btc"], intervals: ["5min"] };
    expect([...first.received, ...second.received]).toEqual([
      { ...subscribe, ...series },
      { ...subscribe, ...series, since: HELLO_SEC - 1 },
    ]);
    expect(received.map(({ legs: [, other], basis: [one] }) => [other?.target, one?.price]))
      .toEqual([[87_643.87, -4.34], [87_643.87, -4.34]]);
  });

  test("shares a connection with one over the targets of the same series", async () => {
    const { server, stream } = start();
    collect(stream.targets({ assets: ["btc"], intervals: ["5min"] }));
    collect(stream.windows("btc", "5min", { since: HELLO_SEC - 300 }));
    const peer = await server.subscribed(0);
    await until(() => peer.received.length === 2);
    expect(peer.received[1]).toMatchObject({ channel: "windows", since: HELLO_SEC - 300 });
  });
});

test("a loop over trades subscribes again after a cut, without a since", async () => {
  const { server, stream } = start();
  const { received } = collect(stream.spot({ assets: ["btc"] }));
  const subscribe = { op: "subscribe", id: 1, channel: "spot", assets: ["btc"] };
  for (const index of [0, 1, 2]) {
    const peer = await server.subscribed(index);
    expect(peer.received).toEqual([subscribe]);
    peer.send(spot(index + 1));
    await until(() => received.length === index + 1);
    peer.close();
  }
  expect(received).toEqual([spot(1), spot(2), spot(3)] as never);
});
