import { afterAll, afterEach, describe, expect, jest, test } from "bun:test";
import { makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import { makeStreamSession } from "../../../app/simulator/binance/stream_session.ts";
import { control, get, makeStillClock, ms, start } from "../kit/support.ts";
import { eventsOf, openStream, type StreamClient } from "./stream_client.ts";

const NOON_MS = ms("2026-11-05T12:00:00Z");

const clock = makeStillClock(NOON_MS);
const spot = start("exchange-spot", clock);
const futures = start("exchange-futures", clock);
afterAll(() => Promise.all([spot.stop(), futures.stop()]));

const opened: StreamClient[] = [];
/** Opens a stream of spot, or of another simulator, which is closed after the test. */
async function open(path: string, { url } = spot): Promise<StreamClient> {
  const client = await openStream(url + path);
  opened.push(client);
  return client;
}
afterEach(() => opened.splice(0).forEach((client) => client.close()));

/** Lets ten seconds pass, in which every symbol trades. */
const pass = () => clock.set(clock.nowMs() + 10_000);
const firstEvent = (client: StreamClient) => client.until((frames) => eventsOf(frames).length > 0);

describe("requests on a socket", () => {
  test("subscribe, list, unsubscribe; any name is acknowledged", async () => {
    const client = await open("/ws");
    const names = ["btcusdt@aggTrade", "BTCUSDT@aggTrade", "nosuch@aggTrade", "btcusdt@kline_7m"];
    expect(await client.ask({ method: "SUBSCRIBE", params: names, id: 1 }))
      .toEqual({ result: null, id: 1 });
    expect(await client.ask({ method: "LIST_SUBSCRIPTIONS", id: "x-2" }))
      .toEqual({ result: names, id: "x-2" });
    pass();
    const seen = await client.until((frames) => eventsOf(frames).length > 0);
    expect(eventsOf(seen).every(({ s }) => s === "BTCUSDT")).toBe(true);
    const off = { method: "UNSUBSCRIBE", params: [names[0], "never@there"], id: null };
    expect(await client.ask(off)).toEqual({ result: null, id: null });
    const count = eventsOf(seen).length;
    const other = await open("/ws/btcusdt@aggTrade");
    pass();
    await firstEvent(other);
    expect(await client.ask({ method: "LIST_SUBSCRIPTIONS", id: 4 }))
      .toEqual({ result: names.slice(1), id: 4 });
    expect(eventsOf(await client.until(() => true))).toHaveLength(count);
  });

  test("wrap events, or no longer", async () => {
    const client = await open("/ws/btcusdt@aggTrade");
    const property = (method: string, params: unknown[], id: number) =>
      client.ask({ method, params, id });
    expect(await property("GET_PROPERTY", ["combined"], 1)).toEqual({ result: false, id: 1 });
    expect(await property("SET_PROPERTY", ["combined", true], 2)).toEqual({ result: null, id: 2 });
    expect(await property("GET_PROPERTY", ["combined"], 3)).toEqual({ result: true, id: 3 });
    pass();
    expect((await client.until((frames) => frames.length > 3))[3]).toMatchObject({
      stream: "btcusdt@aggTrade",
      data: { e: "aggTrade" },
    });
  });

  test.each<[unknown, number, RegExp]>([
    ["{", 3, /^Invalid JSON: expected value at line \d+ column \d+$/],
    ["[]", 3, /^Invalid JSON/],
    [{ method: "SUBSCRIBE", params: ["a@b"] }, 2, /request ID must be an unsigned integer$/],
    [{ method: "SUBSCRIBE", params: ["a@b"], id: {} }, 2, /request ID/],
    [{ params: ["a@b"], id: 1 }, 2, /missing field `method` at line 1 column 25$/],
    [{ method: "subscribe", id: 1 }, 2, /unknown variant `subscribe`, expected one of `SUBSCR/],
    [{ method: "SUBSCRIBE", id: 1 }, 2, /invalid stream$/],
    [{ method: "SUBSCRIBE", params: ["a b"], id: 1 }, 2, /invalid stream$/],
    [{ method: "UNSUBSCRIBE", params: "a@b", id: 1 }, 2, /invalid stream$/],
    [{ method: "SET_PROPERTY", params: ["combined", 1], id: 1 }, 1, /^Invalid value type: exp/],
    [{ method: "SET_PROPERTY", params: ["other", true], id: 1 }, 0, /^Unknown property$/],
    [{ method: "GET_PROPERTY", params: [1], id: 1 }, 2, /property name must be a string$/],
    [{ method: "GET_PROPERTY", params: ["combined", 1], id: 1 }, 2, /too many parameters$/],
  ])("%j is refused, and the socket lives on", async (body, code, msg) => {
    const client = await open("/ws");
    client.send(body);
    const [frame] = await client.until((frames) => frames.length > 0);
    const error = frame!["error"] as { code: number; msg: string };
    expect(error.code).toBe(code);
    expect(error.msg).toMatch(msg);
    expect(frame!["id"]).toBe((body as { id?: unknown }).id === 1 ? 1 : undefined);
    expect(await client.ask({ method: "LIST_SUBSCRIPTIONS", id: 9 }))
      .toEqual({ result: [], id: 9 });
  });

  test.each([0, -1, "d3df8a21-98ea-4fe0-8f4e-0fcea5d418b7", null])(
    "are distinguished by %p on spot",
    async (id) => {
      const client = await open("/ws");
      expect(await client.ask({ method: "LIST_SUBSCRIPTIONS", id })).toEqual({ result: [], id });
    },
  );

  test("are distinguished by whole numbers from 0 on on futures", async () => {
    const client = await open("/market/ws", futures);
    for (const id of ["text", -1, null, 0]) client.send({ method: "LIST_SUBSCRIPTIONS", id });
    const frames = await client.until((frames) => frames.length === 4);
    expect(frames.map((frame) => "error" in frame)).toEqual([true, true, true, false]);
  });
});

describe("addresses", () => {
  test.each([
    ["/ws/btcusdt@aggTrade"],
    ["/ws/btcusdt%40aggTrade/"],
    ["/stream?streams=btcusdt@aggTrade"],
    ["/mirror/ws/btcusdt@aggTrade"],
    ["/mirror/stream?streams=btcusdt%40aggTrade"],
  ])("spot %s has streams", async (path) => {
    const client = await open(path);
    pass();
    await firstEvent(client);
  });

  test.each([
    ["/ws/btcusdt@aggTrade"],
    ["/stream?streams=btcusdt@aggTrade"],
    ["/public/ws/btcusdt@aggTrade"],
  ])("futures %s opens, acknowledges, and stays silent", async (path) => {
    const client = await open(path, futures);
    const live = await open("/market/stream?streams=btcusdt@aggTrade", futures);
    const body = { method: "SUBSCRIBE", params: ["ethusdt@aggTrade"], id: 1 };
    expect(await client.ask(body)).toEqual({ result: null, id: 1 });
    expect(await client.ask({ method: "LIST_SUBSCRIPTIONS", id: 2 }))
      .toEqual({ result: ["btcusdt@aggTrade", "ethusdt@aggTrade"], id: 2 });
    pass();
    await firstEvent(live);
    expect(client.texts).toHaveLength(2);
  });

  test.each([
    ["/wss/btcusdt@aggTrade", spot],
    ["/market/ws/btcusdt@aggTrade", spot],
    ["/stream/btcusdt@aggTrade", spot],
    ["/mirror/ws/btcusdt@aggTrade", futures],
    ["/api/v3/time", spot],
  ])("%s is none", async (path, simulator) => {
    await expect(openStream(simulator.url + path)).rejects.toThrow("Cannot open");
  });
});

describe("the end of a socket", () => {
  test("more than five messages in a second are too many, and ten on futures", async () => {
    const flood = async (client: StreamClient, count: number) => {
      for (let id = 0; id < count; id++) client.send({ method: "LIST_SUBSCRIPTIONS", id });
      await client.until((frames) => frames.length >= count - 1);
    };
    const client = await open("/ws");
    await flood(client, 6);
    expect(await client.closed).toEqual({ code: 1008, reason: "Too many requests" });
    expect(client.texts).toHaveLength(5);
    const ofFutures = await open("/market/ws", futures);
    await flood(ofFutures, 11);
    expect(await ofFutures.closed).toEqual({ code: 1008, reason: "Too many requests" });
    expect(ofFutures.texts).toHaveLength(10);
  });

  test("the 1025th stream is refused, and closes the others", async () => {
    const client = await open("/ws/btcusdt@aggTrade");
    const names = Array.from({ length: 1_024 }, (_, i) => `s${i}@aggTrade`);
    const subscribe = (params: string[], id: number) =>
      client.ask({ method: "SUBSCRIBE", params, id });
    expect(await subscribe(names.slice(1), 1)).toEqual({ result: null, id: 1 });
    expect(await subscribe(["s5@aggTrade"], 2)).toEqual({ result: null, id: 2 });
    expect(await subscribe(["s0@aggTrade"], 3))
      .toEqual({ error: { code: 4, msg: "Too many subscriptions" }, id: 3 });
    expect(await client.closed).toEqual({ code: 1008, reason: "Invalid request" });
    await expect(openStream(`${spot.url}/ws/${[...names, "x@y"].join("/")}`)).rejects.toThrow();
  });

  test("the 301st connection in five minutes is refused, on that host only", async () => {
    const still = makeStillClock(NOON_MS);
    const simulator = start("exchange-spot", still);
    const shake = async (path = "/ws") => {
      const client = await openStream(simulator.url + path);
      client.close();
    };
    for (let i = 0; i < 300; i++) await shake();
    await expect(shake()).rejects.toThrow("Cannot open");
    await shake("/mirror/ws");
    still.set(NOON_MS + 300_000);
    await shake();
    const { body } = await get<{ requests: Array<{ status: number }> }>(`${simulator.url}/__log`);
    await simulator.stop();
    expect(body.requests.map(({ status }) => status).slice(299)).toEqual([101, 429, 101, 101]);
  });

  test("a connection lives a day of the clock, on fast clocks a little longer", () => {
    jest.useFakeTimers();
    const pump = { subscribe() {}, unsubscribe() {} };
    const lifeMsAt = (speed: number) => {
      let closedWith = 0;
      const socket = {
        send() {},
        // The client stays connected all the time.
        ping: () => session.ponged?.(),
        close: (code: number) => void (closedWith = code),
      };
      const streams = { names: [], isCombined: false, isQuiet: false };
      const clock = makeSandboxClock({ speed });
      const session = makeStreamSession(socket, streams, { market: "spot", clock, pump });
      for (let livedMs = 1_000;; livedMs += 1_000) {
        jest.advanceTimersByTime(1_000);
        if (closedWith !== 0) return [livedMs, closedWith];
      }
    };
    try {
      expect([1, 3_600, 10_000].map(lifeMsAt))
        .toEqual([[86_400_000, 1001], [24_000, 1001], [20_000, 1001]]);
    } finally {
      jest.useRealTimers();
    }
  });

  test("the exchange announces its shutdown, then closes", async () => {
    const raw = await open("/ws/btcusdt@aggTrade");
    const combined = await open("/stream");
    const body = { after_ms: 20 };
    expect((await control(`${spot.url}/__shutdown`, "POST", body)).body).toEqual({ sockets: 2 });
    const data = { e: "serverShutdown", E: clock.nowMs() };
    expect((await raw.until((frames) => frames.length > 0))[0]).toEqual(data);
    expect((await combined.until((frames) => frames.length > 0))[0])
      .toEqual({ stream: "!serverShutdown", data });
    expect((await raw.closed).code).toBe(1001);
    expect((await combined.closed).code).toBe(1001);
    expect((await control(`${futures.url}/__shutdown`, "POST", body)).status).toBe(404);
  });
});
