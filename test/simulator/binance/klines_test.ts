import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { processorMsOf } from "../../processor_time.ts";
import { get, makeStillClock, ms, start } from "../kit/support.ts";

const clock = makeStillClock(ms("2026-11-05T12:00:00Z"));
const spot = start("exchange-spot", clock);
const futures = start("exchange-futures", clock);
afterAll(() => Promise.all([spot.stop(), futures.stop()]));

const HOUR_MS = 3_600_000;
type Row = [number, string, string, string, string, string, number, string, number, string];
interface Trade {
  readonly a: number;
  readonly p: string;
  readonly q: string;
  readonly T: number;
  readonly m: boolean;
}

const klinesOf = async (base: string, query: string): Promise<ReadonlyArray<Row>> =>
  (await get<Row[]>(`${base}/klines?${query}`)).body;
const api = `${spot.url}/api/v3`;
const fapi = `${futures.url}/fapi/v1`;

/** Returns every trade of `[fromMs, toMs)`, page by page. */
async function tradesOf(symbol: string, fromMs: number, toMs: number): Promise<Trade[]> {
  const all: Trade[] = [];
  for (let query = `startTime=${fromMs}`;;) {
    const url = `${api}/aggTrades?symbol=${symbol}&${query}&limit=1000`;
    const page = (await get<Trade[]>(url)).body;
    all.push(...page.filter(({ T }) => T < toMs));
    const last = page.at(-1);
    if (last === undefined || page.length < 1000 || last.T >= toMs) return all;
    query = `fromId=${last.a + 1}`;
  }
}

/** Sums of decimal text, exactly. */
const e8 = (text: string) => BigInt(text.replace(".", ""));
const sum = (trades: Trade[]) => trades.reduce((total, { q }) => total + e8(q), 0n);

function expectAggregated(row: Row, trades: Trade[]) {
  const prices = trades.map(({ p }) => Number(p));
  expect(Number(row[1])).toBe(prices[0] ?? NaN);
  expect(Number(row[2])).toBe(Math.max(...prices));
  expect(Number(row[3])).toBe(Math.min(...prices));
  expect(Number(row[4])).toBe(prices.at(-1) ?? NaN);
  expect(e8(row[5])).toBe(sum(trades));
  expect(row[8]).toBe(trades.length);
  expect(e8(row[9])).toBe(sum(trades.filter(({ m }) => !m)));
}

describe("klines", () => {
  test("equal the trades they contain, for every length and at every instant", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(["1m", 60_000], ["5m", 300_000], ["1h", HOUR_MS], ["4h", 4 * HOUR_MS]),
        fc.constantFrom("BTCUSDT", "DOGEUSDT"),
        fc.integer({ min: ms("2024-01-02T00:00:00Z"), max: ms("2029-01-01T00:00:00Z") }),
        async ([interval, lengthMs], symbol, nowMs) => {
          clock.set(nowMs);
          const query = `symbol=${symbol}&interval=${interval}&limit=2`;
          for (const row of await klinesOf(api, query)) {
            const toMs = Math.min(row[0] + Number(lengthMs), nowMs + 1);
            expectAggregated(row, await tradesOf(symbol, row[0], toMs));
          }
        },
      ),
      { numRuns: 12 },
    ), 60_000);

  test("have twelve elements, spot prices with eight decimals", async () => {
    clock.set(ms("2026-11-05T12:00:00Z"));
    const startTime = ms("2026-11-01T00:00:00Z");
    const [row] = await klinesOf(api, `symbol=BTCUSDT&interval=1d&startTime=${startTime}&limit=1`);
    expect(row).toHaveLength(12);
    expect(row?.[0]).toBe(startTime);
    expect(row?.[6]).toBe(startTime + 86_400_000 - 1);
    expect(row?.[1]).toMatch(/^\d+\.\d{8}$/);
    expect(row?.[5]).toMatch(/^\d+\.\d{8}$/);
    const [hype] = await klinesOf(fapi, "symbol=HYPEUSDT&interval=1h&limit=1");
    expect(hype?.[1]).toMatch(/^\d+\.\d{3}$/);
  });

  test("no start: the most recent; a start: the oldest; an end: up to it", async () => {
    clock.set(ms("2026-11-05T12:30:00Z"));
    const at = (iso: string) => ms(`2026-11-05T${iso}Z`);
    const opens = async (query: string) =>
      (await klinesOf(api, `symbol=BTCUSDT&interval=1h&${query}`)).map(([open]) => open);
    expect(await opens("limit=2")).toEqual([at("11:00:00"), at("12:00:00")]);
    expect(await opens(`startTime=${at("03:00:01")}&limit=2`)).toEqual([
      at("04:00:00"),
      at("05:00:00"),
    ]);
    expect(await opens(`endTime=${at("03:00:00")}&limit=2`)).toEqual([
      at("02:00:00"),
      at("03:00:00"),
    ]);
    expect(await opens(`startTime=${at("03:00:00")}&endTime=${at("04:59:59")}`)).toEqual([
      at("03:00:00"),
      at("04:00:00"),
    ]);
    expect(await opens(`startTime=${at("13:00:00")}`)).toEqual([]);
    expect(await opens("")).toHaveLength(500);
  });

  test("exactly at a boundary the previous candle is still the last one", async () => {
    const hourMs = ms("2026-11-05T13:00:00Z");
    clock.set(hourMs);
    const [row] = await klinesOf(api, "symbol=BTCUSDT&interval=1h&limit=1");
    expect(row?.[0]).toBe(hourMs - HOUR_MS);
    expect(await klinesOf(api, `symbol=BTCUSDT&interval=1h&startTime=${hourMs}`)).toEqual([]);
    const [first] = await tradesAfter(hourMs);
    clock.set(first!.T);
    const [opened] = await klinesOf(api, "symbol=BTCUSDT&interval=1h&limit=1");
    expect(opened?.slice(0, 2)).toEqual([hourMs, first!.p]);
    expect(opened?.[8]).toBe(1);
  });

  async function tradesAfter(atMs: number): Promise<Trade[]> {
    const nowMs = clock.nowMs();
    clock.set(atMs + 60_000);
    const url = `${api}/aggTrades?symbol=BTCUSDT&startTime=${atMs}&limit=1`;
    const { body } = await get<Trade[]>(url);
    clock.set(nowMs);
    return body;
  }

  test("days begin on the wall clock of the time zone asked for", async () => {
    clock.set(ms("2026-11-05T12:30:00Z"));
    const opens = async (zone: string) =>
      (await klinesOf(api, `symbol=BTCUSDT&interval=1d&limit=1&timeZone=${zone}`))[0]?.[0];
    expect(await opens("8")).toBe(ms("2026-11-04T16:00:00Z"));
    expect(await opens("-5:00")).toBe(ms("2026-11-05T05:00:00Z"));
    expect((await get(`${api}/klines?symbol=BTCUSDT&interval=1d&timeZone=15`)).body["code"])
      .toBe(-1130);
  });

  test("weeks begin on Monday and months on their first", async () => {
    const open = async (interval: string) =>
      (await klinesOf(api, `symbol=BTCUSDT&interval=${interval}&limit=1`))[0]?.[0];
    expect(await open("1w")).toBe(ms("2026-11-02T00:00:00Z"));
    expect(await open("1M")).toBe(ms("2026-11-01T00:00:00Z"));
  });

  test("silent seconds are filled with the previous price, at no volume", async () => {
    clock.set(ms("2026-11-05T12:30:00Z"));
    const startTime = ms("2026-11-05T12:00:00Z");
    const rows = await klinesOf(api, `symbol=DOGEUSDT&interval=1s&startTime=${startTime}`);
    const silent = rows.findIndex((row, i) => i > 0 && row[8] === 0);
    expect(silent).toBeGreaterThan(0);
    expect(rows[silent]?.slice(1, 6)).toEqual([
      ...Array.from({ length: 4 }, () => rows[silent - 1]?.[4] ?? ""),
      "0.00000000",
    ]);
    expect(rows).toHaveLength(500);
  });

  test("times may be microseconds, in and out", async () => {
    const startTime = ms("2026-11-05T03:00:00Z") * 1000;
    const url = `${api}/klines?symbol=BTCUSDT&interval=1h&limit=1&startTime=${startTime}`;
    const { body } = await get<Row[]>(url, { "X-MBX-TIME-UNIT": "MICROSECOND" });
    expect(body[0]?.[0]).toBe(startTime);
    expect(body[0]?.[6]).toBe(startTime + 3_600_000_000 - 1);
    const time = await get(`${api}/time`, { "X-MBX-TIME-UNIT": "MICROSECOND" });
    expect(time.body["serverTime"]).toBe(clock.nowMs() * 1000);
  });

  test("three years of days take well under a second, and so do 1000 hours", async () => {
    clock.set(ms("2026-11-05T12:30:00Z"));
    const take = (interval: string) =>
      processorMsOf(async () => {
        const query = `symbol=ETHUSDT&interval=${interval}&limit=1000`;
        expect(await klinesOf(api, query)).toHaveLength(1000);
      });
    const [daysMs, hoursMs] = [await take("1d"), await take("1h")];
    console.error({ daysMs, hoursMs });
    expect(daysMs).toBeLessThan(1_000);
    expect(hoursMs).toBeLessThan(600);
  });
});

describe("aggregate trades", () => {
  test("a start alone gives the first trade from there on, none the most recent", async () => {
    clock.set(ms("2026-11-05T12:30:00Z"));
    const startTime = ms("2026-11-05T12:00:00Z");
    const url = `${api}/aggTrades?symbol=BTCUSDT`;
    const [first] = (await get<Trade[]>(`${url}&startTime=${startTime}&limit=1`)).body;
    expect(first!.T).toBeWithin(startTime, startTime + 9_000);
    expect(Object.keys(first!)).toEqual(["a", "p", "q", "f", "l", "T", "m", "M"]);
    const recent = (await get<Trade[]>(url)).body;
    expect(recent).toHaveLength(500);
    expect(recent.at(-1)!.T).toBeWithin(clock.nowMs() - 10_000, clock.nowMs() + 1);
    const again = (await get<Trade[]>(`${url}&fromId=${recent[0]!.a}&limit=500`)).body;
    expect(again).toEqual(recent);
    const older = (await get<Trade[]>(`${url}&endTime=${startTime}&limit=3`)).body;
    expect(older.every(({ T }) => T <= startTime)).toBe(true);
  });

  test("ids and times only grow", async () => {
    const trades = await tradesOf("ETHUSDT", clock.nowMs() - 600_000, clock.nowMs());
    expect(trades.length).toBeGreaterThan(600);
    trades.forEach((trade, i) => {
      expect(trade.a).toBeGreaterThan(trades[i - 1]?.a ?? 0);
      expect(trade.T).toBeGreaterThanOrEqual(trades[i - 1]?.T ?? 0);
    });
  });

  test("futures write them without M and with nq", async () => {
    const [trade] = (await get<Trade[]>(`${fapi}/aggTrades?symbol=HYPEUSDT&limit=1`)).body;
    expect(Object.keys(trade!)).toEqual(["a", "p", "q", "nq", "f", "l", "T", "m"]);
  });

  test("spot and futures of an asset agree within a tenth of a percent", async () => {
    for (const asset of ["BTC", "ETH", "SOL", "XRP", "DOGE", "BNB"]) {
      const query = `symbol=${asset}USDT&interval=1h&limit=1`;
      const [[a], [b]] = await Promise.all([klinesOf(api, query), klinesOf(fapi, query)]);
      expect(Math.abs(Number(a?.[4]) / Number(b?.[4]) - 1)).toBeLessThan(0.001);
    }
  });
});
