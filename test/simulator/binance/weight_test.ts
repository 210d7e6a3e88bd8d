import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { control, get, makeStillClock, ms, start } from "../kit/support.ts";

const clock = makeStillClock(0);
const spot = start("exchange-spot", clock);
const futures = start("exchange-futures", clock);
afterAll(() => Promise.all([spot.stop(), futures.stop()]));

let day = 1;
beforeEach(() => clock.set(ms(`2026-12-${String(day++).padStart(2, "0")}T12:00:10Z`)));

const usedBy = async (url: string) => Number((await get(url)).headers.get("x-mbx-used-weight-1m"));

describe("request weight", () => {
  test.each([
    ["api/v3/ping", 1],
    ["api/v3/time", 1],
    ["api/v3/klines?symbol=BTCUSDT&interval=1m&limit=1", 2],
    ["api/v3/aggTrades?symbol=BTCUSDT&limit=1", 4],
    ["api/v3/exchangeInfo", 20],
    ["fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=99", 1],
    ["fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=100", 2],
    ["fapi/v1/klines?symbol=BTCUSDT&interval=1m", 5],
    ["fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=1001", 10],
    ["fapi/v1/aggTrades?symbol=BTCUSDT&limit=1", 20],
  ])("%s weighs %i", async (path, weight) => {
    const base = path.startsWith("fapi") ? futures.url : spot.url;
    expect(await usedBy(`${base}/${path}`)).toBe(weight);
    expect(await usedBy(`${base}/${path}`)).toBe(weight * 2);
    clock.set(clock.nowMs() + 60_000);
    expect(await usedBy(`${base}/${path}`)).toBe(weight);
  });

  test("429 above the limit, 418 for clients that continue, with a separate mirror", async () => {
    const url = `${futures.url}/fapi/v1/aggTrades?symbol=BTCUSDT&limit=1`;
    for (let i = 0; i < 120; i++) expect((await get(url)).status).toBe(200);
    const refused = await get(url);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("50");
    expect(refused.body["code"]).toBe(-1003);
    expect(refused.body["msg"]).toContain("current limit is 2400 request weight per 1 MINUTE");
    let last = refused;
    for (let i = 0; i < 20 && last.status === 429; i++) last = await get(url);
    expect(last.status).toBe(418);
    expect(last.headers.get("retry-after")).toBe("120");
    expect(last.body["msg"]).toContain(`banned until ${clock.nowMs() + 120_000}`);
    clock.set(clock.nowMs() + 119_000);
    expect((await get(url)).status).toBe(418);
    clock.set(clock.nowMs() + 1_000);
    expect((await get(url)).status).toBe(200);
  });

  test("the mirror of spot's public data has a separate limit", async () => {
    for (let i = 0; i <= 300; i++) await get(`${spot.url}/api/v3/exchangeInfo`);
    expect((await get(`${spot.url}/api/v3/ping`)).status).toBe(429);
    const mirrored = await get(`${spot.url}/mirror/api/v3/ping`);
    expect(mirrored.status).toBe(200);
    expect(mirrored.headers.get("x-mbx-used-weight-1m")).toBe("1");
  });
});

describe("a blocked region", () => {
  test("blocks the exchange and leaves the mirror alone", async () => {
    const match = "GET /api/v3/";
    await control(`${spot.url}/__faults`, "POST", { match, kind: "status", status: 451 });
    const query = "klines?symbol=BTCUSDT&interval=1h&limit=3";
    const blocked = await get(`${spot.url}/api/v3/${query}`);
    expect(blocked.status).toBe(451);
    expect(blocked.body["code"]).toBe(0);
    expect(blocked.body["msg"]).toStartWith("Service unavailable from a restricted location");
    const mirrored = await get<unknown[]>(`${spot.url}/mirror/api/v3/${query}`);
    expect(mirrored.body).toHaveLength(3);
    await control(`${spot.url}/__faults`, "DELETE");
    expect((await get(`${spot.url}/api/v3/${query}`)).body).toEqual(mirrored.body as never);
  });
});
