import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { control, get, makeStillClock, ms, start, type StillClock } from "../kit/support.ts";
import { makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import {
  eventsOf,
  type Frame,
  type MarketEvent,
  openStream,
  type StreamClient,
} from "./stream_client.ts";

const NOON_MS = ms("2026-11-05T12:00:00Z");
const MINUTE_MS = 60_000;

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

interface Row {
  readonly a: number;
  readonly T: number;
}
const rowsOf = async (symbol: string, query: string, url = `${spot.url}/api/v3`) =>
  (await get<Row[]>(`${url}/aggTrades?symbol=${symbol}&limit=1000&${query}`)).body;

/** Advances the clock, and returns the trades in between, from REST. */
async function pass(symbol: string, forMs: number, still: StillClock = clock) {
  const fromMs = still.nowMs();
  still.set(fromMs + forMs);
  return await rowsOf(symbol, `startTime=${fromMs + 1}`);
}

/** Waits for this many events. */
const events = async (client: StreamClient, count: number) =>
  eventsOf(await client.until((frames) => eventsOf(frames).length >= count));

describe("trades", () => {
  test("come as they happen, once and in order, with the ids of REST", async () => {
    const client = await open("/ws/btcusdt@aggTrade");
    for (const forMs of [1_500, 700, 90_000]) {
      const before = client.texts.length;
      const rows = await pass("BTCUSDT", forMs);
      const seen = await events(client, before + rows.length);
      expect(seen.slice(before)).toEqual(rows.map((row) => ({
        e: "aggTrade",
        E: clock.nowMs(),
        s: "BTCUSDT",
        ...row,
      } as MarketEvent)));
    }
    const ids = (await events(client, 1)).map(({ a }) => a);
    ids.slice(1).forEach((id, i) => expect(id).toBe(ids[i]! + 1));
  });

  test("are written as documented", async () => {
    const client = await open("/ws/btcusdt@aggTrade");
    const ofFutures = await open("/market/ws/hypeusdt@aggTrade", futures);
    await pass("BTCUSDT", 5_000);
    const [event] = await events(client, 1);
    const head = ["e", "E", "s", "a", "p", "q"];
    expect(Object.keys(event!)).toEqual([...head, "f", "l", "T", "m", "M"]);
    const [other] = await events(ofFutures, 1);
    expect(Object.keys(other!)).toEqual([...head, "nq", "f", "l", "T", "m"]);
  });

  test("are wrapped where streams are combined, and in order of time among symbols", async () => {
    const names = ["btcusdt@aggTrade", "ethusdt@aggTrade"];
    const client = await open(`/stream?streams=${names.join("/")}`);
    const fromMs = clock.nowMs();
    await pass("BTCUSDT", 20_000);
    const rows = await Promise.all(
      ["BTCUSDT", "ETHUSDT"].map((s) => rowsOf(s, `startTime=${fromMs + 1}`)),
    );
    const count = rows.flat().length;
    const frames = await client.until((frames) => frames.length >= count);
    expect(frames).toHaveLength(count);
    const data = frames.map((frame) => frame["data"] as MarketEvent);
    expect(frames.map((frame) => frame["stream"]))
      .toEqual(data.map(({ s }) => `${s.toLowerCase()}@aggTrade`));
    data.slice(1).forEach(({ T }, i) => expect(T).toBeGreaterThanOrEqual(data[i]!.T));
  });

  test("reach every socket, also those after one that is cut during the send", async () => {
    const clients = await Promise.all(
      ["/ws", "/mirror/ws", "/ws"].map((path) => open(`${path}/solusdt@aggTrade`)),
    );
    const fault = { match: "GET /mirror/ws", kind: "drop", times: 1 };
    await control(`${spot.url}/__faults`, "POST", fault);
    const rows = await pass("SOLUSDT", 10_000);
    await clients[1]!.closed;
    const seen = await Promise.all([0, 2].map((i) => events(clients[i]!, rows.length)));
    expect(seen[0]).toHaveLength(rows.length);
    expect(clients[2]!.texts).toEqual(clients[0]!.texts);
  });

  test("from recordings come when they are due, between the world's", async () => {
    const client = await open("/ws/xrpusdt@aggTrade");
    const at = clock.nowMs() + 3_000;
    const trades = [[at, "1", "1"], [at, "2", "1"], [at + 4_000, "3", "1"]];
    await control(`${spot.url}/__series`, "PUT", { symbol: "XRPUSDT", trades });
    const rows = [...await pass("XRPUSDT", 3_000), ...await pass("XRPUSDT", 7_000)];
    const seen = await events(client, rows.length);
    expect(seen.map(({ a, T }) => [a, T])).toEqual(rows.map(({ a, T }) => [a, T]));
    expect(rows.filter(({ T }) => T >= at && T <= at + 4_000)).toHaveLength(3);
  });

  test("that a pump missed all come, except those that are too old", async () => {
    const client = await open("/ws/dogeusdt@aggTrade");
    const rows = await pass("DOGEUSDT", 5 * MINUTE_MS);
    const seen = await events(client, rows.length);
    expect(seen.map(({ a }) => a)).toEqual(rows.map(({ a }) => a));
    const nowMs = clock.nowMs() + 60 * MINUTE_MS;
    clock.set(nowMs);
    const remaining = await rowsOf("DOGEUSDT", `startTime=${nowMs - 10 * MINUTE_MS}`);
    const later = (await events(client, rows.length + remaining.length)).slice(rows.length);
    expect(later.map(({ a }) => a)).toEqual(remaining.map(({ a }) => a));
    expect(later[0]!.a).toBeGreaterThan(rows.at(-1)!.a + 1);
  });

  test("come within a few milliseconds on a clock that runs, and never early", async () => {
    const running = makeSandboxClock({ startMs: NOON_MS, speed: 50 });
    const simulator = start("exchange-spot", running);
    const client = await open("/ws/btcusdt@aggTrade", simulator);
    const seen = await events(client, 20);
    await simulator.stop();
    const lateMs = seen.map(({ E, T }) => (E - T) / running.speed);
    expect(Math.min(...lateMs)).toBeWithin(0, 10);
    expect(seen.map(({ a }) => a)).toEqual(seen.map((_, i) => seen[0]!.a + i));
  });

  test("on the fastest clock, hours begin with proof and the rest is thinned", async () => {
    const fast = { ...makeStillClock(NOON_MS - MINUTE_MS), speed: 10_000 };
    const simulator = start("exchange-spot", fast);
    const client = await open("/ws/btcusdt@aggTrade", simulator);
    fast.set(NOON_MS + 9 * MINUTE_MS);
    const [first] = await rowsOf("BTCUSDT", `startTime=${NOON_MS}`, `${simulator.url}/api/v3`);
    const seen = await events(client, 10);
    await simulator.stop();
    const ids = seen.map(({ a }) => a);
    expect(ids).toContain(first!.a);
    expect(ids).toContain(first!.a - 1);
    expect(seen.length).toBeLessThan(40);
  });
});

describe("candles", () => {
  const rowOf = async (interval: string, startMs: number, url = `${spot.url}/api/v3`) => {
    const query = `symbol=BTCUSDT&interval=${interval}&startTime=${startMs}&limit=1`;
    return (await get<unknown[][]>(`${url}/klines?${query}`)).body[0];
  };
  const asRow = ({ k }: MarketEvent) => {
    const { t, o, h, l, c, v, T, q, n, V, Q } = k;
    return [t, o, h, l, c, v, T, q, n, V, Q, "0"];
  };

  test("match REST at every moment and at their end", async () => {
    const client = await open("/ws/btcusdt@kline_1m/btcusdt@kline_1h/btcusdt@kline_1M");
    let count = 0;
    for (let i = 0; i < 20; i++) {
      clock.set(clock.nowMs() + 10_000);
      const rest = new Map(
        await Promise.all(
          ["1m", "1h", "1M"].map(async (interval) =>
            [
              interval,
              (await get<unknown[][]>(
                `${spot.url}/api/v3/klines?symbol=BTCUSDT&interval=${interval}&limit=1`,
              )).body[0],
            ] as const
          ),
        ),
      );
      count += 3;
      const seen = await client.until((frames) =>
        eventsOf(frames).filter(({ k }) => k["x"] === false).length >= count
      );
      for (const event of eventsOf(seen).filter(({ E }) => E === clock.nowMs())) {
        if (event.k["x"] === false) expect(asRow(event)).toEqual(rest.get(String(event.k["i"]))!);
        else expect(asRow(event)).toEqual((await rowOf("1m", Number(event.k["t"])))!);
      }
    }
    const closed = eventsOf(await client.until(() => true)).filter(({ k }) => k["x"]);
    expect(closed.map(({ k }) => k["i"])).toEqual(["1m", "1m", "1m"]);
  });

  test("include trades recorded after they began", async () => {
    const client = await open("/ws/ethusdt@kline_1h");
    clock.set(Math.ceil(clock.nowMs() / MINUTE_MS) * MINUTE_MS + 30 * MINUTE_MS);
    await events(client, 1);
    const openMs = Math.floor(clock.nowMs() / MINUTE_MS - 2) * MINUTE_MS;
    const klines_1m = [[openMs, "5", "500000", "1", "3", "7"]];
    await control(`${spot.url}/__series`, "PUT", { symbol: "ETHUSDT", klines_1m });
    clock.set(clock.nowMs() + 4_000);
    const high = (k: MarketEvent["k"]) => Number(k["h"]);
    await client.until((frames) => eventsOf(frames).some(({ k }) => high(k) === 500_000));
  });

  test("are written as documented, with the ids of their trades", async () => {
    const client = await open("/stream?streams=btcusdt@kline_1m");
    await pass("BTCUSDT", MINUTE_MS);
    const frames = await client.until((frames) =>
      eventsOf(frames).some(({ k }) => k["x"] === true)
    );
    expect(frames[0]!["stream"]).toBe("btcusdt@kline_1m");
    const event = eventsOf(frames).find(({ k }) => k["x"] === true)!;
    expect(Object.keys(event)).toEqual(["e", "E", "s", "k"]);
    expect(event).toMatchObject({ e: "kline", s: "BTCUSDT" });
    expect(Object.keys(event.k)).toEqual([..."tTsifLochlvnxqVQB"]);
    const { t, T, f, L, n, s, i, B } = event.k;
    expect([s, i, B]).toEqual(["BTCUSDT", "1m", "0"]);
    const rows = await rowsOf("BTCUSDT", `startTime=${t}&endTime=${T}`);
    expect([f, L, n]).toEqual([rows[0]!.a, rows.at(-1)!.a, rows.length]);
  });

  test("of a second close every second, and without a trade have no ids", async () => {
    const client = await open("/ws/dogeusdt@kline_1s");
    const fromSec = Math.floor(clock.nowMs() / 1000);
    await pass("DOGEUSDT", MINUTE_MS);
    const closed = async () =>
      eventsOf(await client.until(() => true)).filter(({ k }) => k["x"] === true);
    await client.until((frames) => eventsOf(frames).filter(({ k }) => k["x"]).length >= 60);
    const seconds = (await closed()).map(({ k }) => Number(k["t"]) / 1000);
    expect(seconds).toEqual(Array.from({ length: 60 }, (_, i) => fromSec + i));
    const silent = (await closed()).find(({ k }) => k["n"] === 0);
    expect(silent!.k).toMatchObject({ f: -1, L: -1, v: "0.00000000", x: true });
    expect(silent!.k["o"]).toBe(silent!.k["c"]);
  });

  test("do not come without a change, nor more often than every two seconds", async () => {
    const startMs = Math.ceil(clock.nowMs() / MINUTE_MS) * MINUTE_MS + 10_000;
    clock.set(startMs);
    const client = await open("/ws/btcusdt@kline_5m/btcusdt@aggTrade");
    const rows = await pass("BTCUSDT", 1_990);
    await client.until((frames) => eventsOf(frames).length >= rows.length);
    expect(eventsOf(await client.until(() => true)).every(({ e }) => e === "aggTrade")).toBe(true);
    clock.set(startMs + 2_000);
    await client.until((frames) => eventsOf(frames).some(({ e }) => e === "kline"));
  });

  test("exist in all lengths of the market", async () => {
    const common = "1m 3m 5m 15m 30m 1h 2h 4h 6h 8h 12h 1d 3d 1w 1M".split(" ");
    const names = ["1s", ...common, "1H", "2m"].map((i) => `btcusdt@kline_${i}`).join("/");
    const seenOn = async (path: string, simulator: typeof spot, expected: string[]) => {
      const client = await open(`${path}?streams=${names}`, simulator);
      const seen = (frames: ReadonlyArray<Frame>) =>
        new Set(eventsOf(frames).map(({ k }) => String(k["i"])));
      clock.set(clock.nowMs() + 4_000);
      await client.until((frames) => seen(frames).size >= expected.length);
      expect([...seen(await client.until(() => true))].toSorted()).toEqual(expected.toSorted());
    };
    await seenOn("/stream", spot, ["1s", ...common]);
    await seenOn("/market/stream", futures, common);
  });
});
