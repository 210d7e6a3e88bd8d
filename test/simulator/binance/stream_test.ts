import { afterAll, afterEach, describe, expect, jest, test } from "bun:test";
import { makeStreamSession } from "../../../app/simulator/binance/stream_session.ts";
import { makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import { connect, refusal } from "../kit/socket_client.ts";
import { control, get, makeStillClock, ms, start } from "../kit/support.ts";

const NOON_MS = ms("2026-11-05T12:00:00Z");
const MINUTE_MS = 60_000;
const clock = makeStillClock(NOON_MS);
const spot = start("exchange-spot", clock);
afterAll(() => spot.stop());
afterEach(() => void jest.useRealTimers());

interface Row {
  readonly a: number;
  readonly T: number;
}
const rowsOf = async (symbol: string, query: string, url = spot.url) =>
  (await get<Row[]>(`${url}/api/v3/aggTrades?symbol=${symbol}&limit=1000&${query}`)).body;
const eventsOf = (frames: ReadonlyArray<string>) =>
  frames.map((text) =>
    JSON.parse(text) as { readonly stream: string; readonly data: Row & { readonly s: string } }
  );

describe("a stream of the simulated exchange", () => {
  test("sends the rows of REST as they happen, once and in order among symbols", async () => {
    const client = await connect(`${spot.url}/stream?streams=btcusdt@aggTrade/ethusdt@aggTrade`);
    const rows = [];
    for (const forMs of [1_500, 700, 60_000]) {
      const fromMs = clock.nowMs() + 1;
      clock.set(clock.nowMs() + forMs);
      for (const s of ["BTCUSDT", "ETHUSDT"]) {
        const found = await rowsOf(s, `startTime=${fromMs}`);
        rows.push(...found.map((row) => ({ e: "aggTrade", E: clock.nowMs(), s, ...row })));
      }
      await client.until((frames) => frames.length === rows.length);
    }
    const events = eventsOf(client.frames);
    expect(events.map(({ data }) => data)).toEqual(rows.toSorted((a, b) => a.T - b.T));
    expect(events.every(({ stream, data }) => stream === `${data.s.toLowerCase()}@aggTrade`))
      .toBe(true);
    client.close();
  });

  test("sends recorded trades when they are due, between the world's", async () => {
    const client = await connect(`${spot.url}/stream?streams=xrpusdt@aggTrade`);
    const fromMs = clock.nowMs() + 1;
    const at = fromMs + 3_000;
    const trades = [[at, "1", "1"], [at, "2", "1"], [at + 4_000, "3", "1"]];
    await control(`${spot.url}/__series`, "PUT", { symbol: "XRPUSDT", trades });
    clock.set(at + 10_000);
    const rows = await rowsOf("XRPUSDT", `startTime=${fromMs}`);
    await client.until((frames) => frames.length === rows.length);
    expect(eventsOf(client.frames).map(({ data }) => data.a)).toEqual(rows.map(({ a }) => a));
    client.close();
  });

  test("begins hours with proof on the fastest clock, and thins the rest", async () => {
    const fast = { ...makeStillClock(NOON_MS - MINUTE_MS), speed: 10_000 };
    const simulator = start("exchange-spot", fast);
    const client = await connect(`${simulator.url}/stream?streams=btcusdt@aggTrade`);
    fast.set(NOON_MS + 9 * MINUTE_MS);
    const [first] = await rowsOf("BTCUSDT", `startTime=${NOON_MS}`, simulator.url);
    await client.until((frames) => frames.length >= 10);
    await client.roundTrip();
    await simulator.stop();
    const ids = eventsOf(client.frames).map(({ data }) => data.a);
    expect(ids).toContain(first?.a ?? 0);
    expect(ids).toContain((first?.a ?? 0) - 1);
    expect(ids.length).toBeLessThan(40);
  });

  test("is refused at the 301st connection in five minutes, and with 1,025 names", async () => {
    const still = makeStillClock(NOON_MS);
    const simulator = start("exchange-spot", still);
    const open = async (path = "/stream") => (await connect(simulator.url + path)).close();
    const names = Array.from({ length: 1_025 }, (_, i) => `s${i}@aggTrade`).join("/");
    expect((await refusal(`${simulator.url}/stream?streams=${names}`)).status).toBe(400);
    for (let i = 0; i < 299; i++) await open();
    expect((await refusal(`${simulator.url}/stream`)).status).toBe(429);
    await open("/mirror/stream");
    still.set(NOON_MS + 300_000);
    await open();
    await simulator.stop();
  });

  /** Lives until it is closed; the client answers so many pings. */
  const lifeOf = (speed: number, answered: number) => {
    jest.useFakeTimers();
    let [pings, closedWith] = [0, 0];
    const socket = {
      send() {},
      ping: () => {
        if (++pings <= answered) session.ponged?.();
      },
      close: (code: number) => void (closedWith = code),
    };
    const pump = { subscribe() {}, unsubscribe() {} };
    const context = { market: "spot", clock: makeSandboxClock({ speed }), pump } as const;
    const session = makeStreamSession(socket, [], context);
    for (let livedMs = 1_000;; livedMs += 1_000) {
      jest.advanceTimersByTime(1_000);
      if (closedWith !== 0) return { livedMs, closedWith };
    }
  };

  test.each([
    [1, 86_400_000],
    [3_600, 24_000],
    [10_000, 20_000],
  ])("lives a day of a clock of speed %i, %i ms, and no less than 20 s", (speed, livedMs) => {
    expect(lifeOf(speed, Infinity)).toEqual({ livedMs, closedWith: 1001 });
  });

  test("is closed 60 s after a ping that was not answered, whatever was before", () => {
    // The third ping comes after 60 s.
    expect(lifeOf(1, 2)).toEqual({ livedMs: 120_000, closedWith: 1008 });
  });
});
