import { afterAll, describe, expect, test } from "bun:test";
import { connect, refusal } from "../kit/socket_client.ts";
import { get, makeStillClock, ms, start } from "../kit/support.ts";

/** What the exchange refuses: a kinder one would hide a wrong question of the service. */
const NOW_MS = ms("2026-11-05T12:00:30Z");
const HOUR_MS = 3_600_000;
const clock = makeStillClock(NOW_MS);
const spot = start("exchange-spot", clock);
const futures = start("exchange-futures", clock);
afterAll(() => Promise.all([spot.stop(), futures.stop()]));

const ask = (path: string) =>
  get<{ readonly code: number }>(`${path.startsWith("fapi") ? futures.url : spot.url}/${path}`);

describe("the simulated exchange", () => {
  test.each([
    ["api/v3/klines?symbol=HYPEUSDT&interval=1h", -1121],
    ["api/v3/klines?symbol=BTCUSDT&interval=7m", -1120],
    ["api/v3/klines?symbol=BTCUSDT&interval=constructor", -1120],
    ["api/v3/klines?symbol=BTCUSDT", -1102],
    ["fapi/v1/aggTrades", -1102],
    ["api/v3/klines?symbol=&interval=1m", -1105],
    ["api/v3/klines?symbol=btcusdt&interval=1m", -1100],
    ["api/v3/klines?symbol=BTCUSDT&interval=1m&startTime=1.5", -1100],
    ["api/v3/klines?symbol=BTCUSDT&interval=1m&limit=0", -1130],
    ["fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=1501", -1130],
    ["api/v3/klines?symbol=BTCUSDT&interval=1m&depth=3", -1104],
    ["api/v3/time?x=1", -1101],
    ["api/v3/aggTrades?symbol=BTCUSDT&fromId=5&startTime=1", -1128],
    [`fapi/v1/aggTrades?symbol=BTCUSDT&startTime=${NOW_MS - HOUR_MS}&endTime=${NOW_MS}`, -1127],
    [`fapi/v1/aggTrades?symbol=HYPEUSDT&startTime=${NOW_MS - 48 * HOUR_MS - 1}&limit=1`, -1130],
    ["fapi/v1/klines?symbol=BTCUSDT&interval=1m&startTime=2&endTime=1", -1023],
  ])("refuses %s with code %i", async (path, code) => {
    const { status, body } = await ask(path);
    expect([status, body.code]).toEqual([400, code]);
  });

  test("answers 429 above the weight and bans who continues, on that host alone", async () => {
    clock.set(ms("2026-12-01T12:00:10Z"));
    const path = "api/v3/aggTrades?symbol=BTCUSDT&fromId=5000000000&limit=1";
    for (let i = 0; i < 1_500; i++) await ask(path);
    const refused = await ask(path);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "50"]);
    let last = refused;
    for (let i = 0; i < 20 && last.status === 429; i++) last = await ask(path);
    expect([last.status, last.headers.get("retry-after")]).toEqual([418, "120"]);
    expect((await get(`${spot.url}/mirror/${path}`)).status).toBe(200);
    clock.set(clock.nowMs() + 119_000);
    expect((await ask(path)).status).toBe(418);
    clock.set(clock.nowMs() + 1_000);
    expect((await ask(path)).status).toBe(200);
  });

  test("refuses a stream of 1,025 names, and the 301st connection in five minutes", async () => {
    const open = async (path = "/stream") => (await connect(spot.url + path)).close();
    const names = Array.from({ length: 1_025 }, (_, i) => `s${i}@aggTrade`).join("/");
    expect((await refusal(`${spot.url}/stream?streams=${names}`)).status).toBe(400);
    for (let i = 0; i < 299; i++) await open();
    expect((await refusal(`${spot.url}/stream`)).status).toBe(429);
    await open("/mirror/stream");
    clock.set(clock.nowMs() + 300_000);
    await open();
  });
});
