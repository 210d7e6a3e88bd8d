import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import type { SocketSession } from "../../../app/simulator/kit/simulator.ts";
import { makeInfoState } from "../../../app/simulator/hyperliquid/info_calls.ts";
import { startSilenceLimit } from "../../../app/simulator/hyperliquid/silence_limit.ts";
import { makeVenueSession } from "../../../app/simulator/hyperliquid/venue_socket.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { EMPTY_SEASON } from "../season/empty_season.ts";
import { makeStillClock } from "../kit/support.ts";
import { startVenue2, type Venue2 } from "./venue.ts";

describe("one address", () => {
  let venue: Venue2;
  beforeEach(() => {
    venue = startVenue2("2026-11-20T12:00:00Z");
  });
  afterEach(() => venue.stop());

  /** Returns the status of a handshake. */
  const knock = async () => {
    const headers = {
      upgrade: "websocket",
      connection: "Upgrade",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      "sec-websocket-version": "13",
    };
    return (await fetch(`${venue.url}/ws`, { headers })).status;
  };

  test("has at most 10 sockets, and may open another after one closes", async () => {
    const sockets = await Promise.all(Array.from({ length: 10 }, venue.socket));
    expect(await knock()).toBe(429);
    await expect(venue.socket()).rejects.toThrow();
    sockets[0]?.close();
    await sockets[0]?.closed;
    await Bun.sleep(20);
    (await venue.socket()).close();
  });

  test("opens at most 30 in a minute", async () => {
    for (let i = 0; i < 30; i++) {
      const socket = await venue.socket();
      socket.close();
      await socket.closed;
      await Bun.sleep(2);
    }
    expect(await knock()).toBe(429);
    venue.clock.set(venue.clock.nowMs() + 60_000);
    (await venue.socket()).close();
  });

  test("sends at most 2000 messages in a minute, on all its sockets", async () => {
    const [a, b] = [await venue.socket(), await venue.socket()];
    for (let i = 0; i < 1_000; i++) a.send({ method: "ping" });
    await a.until((frames) => frames.length === 1_000);
    for (let i = 0; i < 1_000; i++) b.send({ method: "ping" });
    await b.until((frames) => frames.length === 1_000);
    b.send({ method: "ping" });
    expect((await b.closed).code).toBe(1008);
    venue.clock.set(venue.clock.nowMs() + 60_000);
    a.send({ method: "ping" });
    await a.until((frames) => frames.length === 1_001);
  });

  test("has at most 1000 subscriptions, on all its sockets", async () => {
    const [a, b] = [await venue.socket(), await venue.socket()];
    // These have no book, so that only answers are sent.
    for (let i = 0; i < 1_000; i++) {
      const socket = i < 500 ? a : b;
      const subscription = { type: "l2Book", coin: `#${i + 1}9` };
      socket.send({ method: "subscribe", subscription });
    }
    for (const socket of [a, b]) await socket.until((frames) => frames.length === 500);
    const subscription = { type: "allMids" };
    b.send({ method: "subscribe", subscription });
    expect((await b.until((frames) => frames.length === 501)).at(-1)?.["channel"]).toBe("error");
    a.close();
    await a.closed;
    await Bun.sleep(20);
    b.send({ method: "subscribe", subscription });
    await b.until((frames) => frames.at(-1)?.["channel"] === "allMids");
  });
});

describe("a socket that is cut", () => {
  test("by a frame during its subscription leaves nothing behind", () => {
    const listeners = new Set<unknown>();
    let subscriptions = 0;
    const session: SocketSession = makeVenueSession({ send() {}, ping() {}, close() {} }, {
      clock: makeStillClock(0),
      state: makeInfoState({ world: makeWorld(1), season: EMPTY_SEASON }),
      ask: () => ({ status: 200, body: null }),
      publisher: {
        publish: () => session.closed(),
        join: (listener) => void listeners.add(listener),
        leave: (listener) => void listeners.delete(listener),
      },
      limits: {
        client: "",
        mayTalk: () => true,
        maySubscribe: () => ++subscriptions > 0,
        unsubscribed: (count) => void (subscriptions -= count),
      },
    });
    session.message?.('{"method":"subscribe","subscription":{"type":"allMids"}}');
    expect([listeners.size, subscriptions]).toEqual([0, 0]);
  });
});

describe("an idle socket", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test("is closed after a minute, and each frame restarts the timer", () => {
    const closes: number[] = [];
    const silence = startSilenceLimit({ close: (code) => void closes.push(code) });
    jest.advanceTimersByTime(59_999);
    silence.restart();
    jest.advanceTimersByTime(59_999);
    expect(closes).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(closes).toEqual([1000]);
  });

  test("stops its timer when it closes", () => {
    const closes: number[] = [];
    startSilenceLimit({ close: (code) => void closes.push(code) }).stop();
    jest.advanceTimersByTime(600_000);
    expect(closes).toEqual([]);
  });
});
