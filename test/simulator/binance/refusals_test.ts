import { afterAll, describe, expect, test } from "bun:test";
import { get, makeStillClock, ms, start } from "../kit/support.ts";

const NOW_MS = ms("2026-11-05T12:00:30Z");
const clock = makeStillClock(NOW_MS);
const spot = start("exchange-spot", clock);
const futures = start("exchange-futures", clock);
afterAll(() => Promise.all([spot.stop(), futures.stop()]));

const HOUR_MS = 3_600_000;
const MISSING = (name: string) =>
  `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`;

describe("refusals", () => {
  test.each([
    ["api/v3/klines?symbol=HYPEUSDT&interval=1h", -1121, "Invalid symbol."],
    ["api/v3/aggTrades?symbol=HYPEUSDT", -1121, "Invalid symbol."],
    ["api/v3/exchangeInfo?symbol=HYPEUSDT", -1121, "Invalid symbol."],
    ["fapi/v1/klines?symbol=NOPE&interval=1h", -1121, "Invalid symbol."],
    ["api/v3/klines?symbol=BTCUSDT&interval=7m", -1120, "Invalid interval."],
    ["api/v3/klines?symbol=BTCUSDT&interval=1H", -1120, "Invalid interval."],
    ["api/v3/klines?symbol=BTCUSDT&interval=constructor", -1120, "Invalid interval."],
    ["fapi/v1/klines?symbol=BTCUSDT&interval=1s", -1120, "Invalid interval."],
    ["api/v3/klines?symbol=BTCUSDT", -1102, MISSING("interval")],
    ["api/v3/klines?interval=1m", -1102, MISSING("symbol")],
    ["fapi/v1/aggTrades", -1102, MISSING("symbol")],
    ["api/v3/klines?symbol=&interval=1m", -1105, "Parameter 'symbol' was empty."],
    [
      "api/v3/klines?symbol=btcusdt&interval=1m",
      -1100,
      "Illegal characters found in parameter 'symbol'; legal range is '^[A-Z0-9-_.]{1,20}$'.",
    ],
    [
      "api/v3/klines?symbol=BTCUSDT&interval=1m&startTime=1.5",
      -1100,
      "Illegal characters found in parameter 'startTime'; legal range is '^[0-9]{1,20}$'.",
    ],
    [
      "api/v3/klines?symbol=BTCUSDT&interval=1m&limit=0",
      -1130,
      "Data sent for parameter 'limit' is not valid.",
    ],
    [
      "fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=1501",
      -1130,
      "Data sent for parameter 'limit' is not valid.",
    ],
    [
      "api/v3/klines?symbol=BTCUSDT&interval=1m&depth=3",
      -1104,
      "Not all sent parameters were read; read '2' parameter(s) but was sent '3'.",
    ],
    ["api/v3/ping?x=1", -1101, "Too many parameters; expected '0' and received '1'."],
    [
      "api/v3/aggTrades?symbol=BTCUSDT&fromId=5&startTime=1",
      -1128,
      "Combination of optional parameters invalid.",
    ],
    [
      `fapi/v1/aggTrades?symbol=BTCUSDT&startTime=${NOW_MS - HOUR_MS}&endTime=${NOW_MS}`,
      -1127,
      "More than 1 hours between startTime and endTime.",
    ],
    [
      `fapi/v1/aggTrades?symbol=HYPEUSDT&startTime=${NOW_MS - 48 * HOUR_MS - 1}&limit=1`,
      -1130,
      "Data sent for parameter 'startTime' is not valid.",
    ],
    [
      "fapi/v1/klines?symbol=BTCUSDT&interval=1m&startTime=2&endTime=1",
      -1023,
      "Start time is greater than end time.",
    ],
  ])("%s", async (path, code, msg) => {
    const base = path.startsWith("fapi") ? futures.url : spot.url;
    const { status, body } = await get(`${base}/${path}`);
    expect(body).toEqual({ code, msg });
    expect(status).toBe(400);
  });

  test("an unknown path is 404", async () => {
    expect((await get(`${spot.url}/api/v3/depth`)).status).toBe(404);
    expect((await get(`${spot.url}/fapi/v1/klines?symbol=BTCUSDT&interval=1m`)).status).toBe(404);
  });
});

describe("limits of a call", () => {
  const rows = async (url: string) => (await get<unknown[]>(url)).body.length;

  test("spot reduces larger limits to its maximum", async () => {
    const url = `${spot.url}/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=`;
    expect(await rows(`${url}5000`)).toBe(1_000);
    expect(await rows(`${url}1`)).toBe(1);
  });

  test("futures return up to 1500 candles", async () => {
    const url = `${futures.url}/fapi/v1/klines?symbol=HYPEUSDT&interval=1h&limit=1500`;
    expect(await rows(url)).toBe(1_500);
  });

  test("futures trades reach back 48 hours exactly", async () => {
    const startTime = NOW_MS - 48 * HOUR_MS;
    const url = `${futures.url}/fapi/v1/aggTrades?symbol=HYPEUSDT&startTime=${startTime}&limit=1`;
    const { body: [trade] } = await get<Array<{ T: number }>>(url);
    expect(trade!.T).toBeWithin(startTime, startTime + 60_000);
  });

  test("spot trades reach back for years", async () => {
    const startTime = ms("2024-02-01T00:00:00Z");
    const url = `${spot.url}/api/v3/aggTrades?symbol=BTCUSDT&startTime=${startTime}&limit=1`;
    const { body: [trade] } = await get<Array<{ T: number }>>(url);
    expect(trade!.T).toBeWithin(startTime, startTime + 60_000);
  });
});

describe("listings", () => {
  test("spot lists six symbols, futures seven", async () => {
    type Info = { symbols: Array<{ symbol: string }>; rateLimits: Array<{ limit: number }> };
    const onSpot = (await get<Info>(`${spot.url}/api/v3/exchangeInfo`)).body;
    const onFutures = (await get<Info>(`${futures.url}/fapi/v1/exchangeInfo`)).body;
    expect(onSpot.symbols.map(({ symbol }) => symbol)).not.toContain("HYPEUSDT");
    expect(onSpot.symbols).toHaveLength(6);
    expect(onFutures.symbols.map(({ symbol }) => symbol)).toContain("HYPEUSDT");
    expect(onFutures.symbols).toHaveLength(7);
    expect(onFutures.rateLimits[0]?.limit).toBe(2_400);
    const symbols = encodeURIComponent(`["BTCUSDT","ETHUSDT"]`);
    const two = (await get<Info>(`${spot.url}/api/v3/exchangeInfo?symbols=${symbols}`)).body;
    expect(two.symbols).toHaveLength(2);
  });
});
