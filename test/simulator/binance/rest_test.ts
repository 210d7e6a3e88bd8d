import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { control, get, makeStillClock, ms, start } from "../kit/support.ts";

const NOW_MS = ms("2026-11-05T12:00:30Z");
const HOUR_MS = 3_600_000;
const clock = makeStillClock(NOW_MS);
const spot = start("exchange-spot", clock);
const futures = start("exchange-futures", clock);
afterAll(() => Promise.all([spot.stop(), futures.stop()]));
// Each test begins in a minute of its own, with all of its weight available.
let minute = 0;
beforeEach(() => clock.set(NOW_MS + 120_000 * minute++));

/** A candle: open time, open, high, low, close, volume, close time, quote volume, count, bought. */
type Row = ReadonlyArray<string | number>;
interface Trade {
  readonly a: number;
  readonly p: string;
  readonly q: string;
  readonly T: number;
  readonly m: boolean;
}
const urlOf = (path: string) => `${path.startsWith("fapi") ? futures.url : spot.url}/${path}`;
const ask = <T>(path: string) => get<T>(urlOf(path));
const klines = async (query: string) =>
  (await ask<ReadonlyArray<Row>>(`api/v3/klines?symbol=BTCUSDT&interval=1h&${query}`)).body;
const trades = async (query: string) => (await ask<Trade[]>(`api/v3/aggTrades?${query}`)).body;

/** Returns every trade of `[fromMs, toMs)`, in pages that each begin with the id after the last. */
async function tradesOf(symbol: string, fromMs: number, toMs: number, limit = 1_000) {
  const all = await trades(`symbol=${symbol}&startTime=${fromMs}&limit=${limit}`);
  for (;;) {
    const last = all.at(-1);
    if (last === undefined || last.T >= toMs) return all.filter(({ T }) => T < toMs);
    const page = await trades(`symbol=${symbol}&fromId=${last.a + 1}&limit=${limit}`);
    if (page.length === 0) return all.filter(({ T }) => T < toMs);
    all.push(...page);
  }
}

describe("the simulated exchange", () => {
  const e8 = (text: unknown) => BigInt(String(text).replace(".", ""));
  const sum = (trades: ReadonlyArray<Trade>) => trades.reduce((sum, { q }) => sum + e8(q), 0n);

  test("has candles that equal the trades they contain, at every instant", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(["1m", 60_000] as const, ["1h", HOUR_MS] as const),
        fc.constantFrom("BTCUSDT", "DOGEUSDT"),
        fc.integer({ min: ms("2024-01-02T00:00:00Z"), max: ms("2029-01-01T00:00:00Z") }),
        async ([interval, stepMs], symbol, nowMs) => {
          clock.set(nowMs);
          const query = `symbol=${symbol}&interval=${interval}&limit=2`;
          const { body } = await ask<ReadonlyArray<Row>>(`api/v3/klines?${query}`);
          for (const row of body.slice(interval === "1h" ? 1 : 0)) {
            const openMs = Number(row[0]);
            const inside = await tradesOf(symbol, openMs, openMs + stepMs);
            const prices = inside.map(({ p }) => Number(p));
            expect(row[6]).toBe(openMs + stepMs - 1);
            expect(row.slice(1, 5).map(Number)).toEqual(
              [prices[0], Math.max(...prices), Math.min(...prices), prices.at(-1)] as number[],
            );
            expect([e8(row[5]), row[8]]).toEqual([sum(inside), inside.length]);
            expect(e8(row[9])).toBe(sum(inside.filter(({ m }) => !m)));
          }
        },
      ),
      { numRuns: 25 },
    ));

  test("lists the newest candles, or the oldest from a start, up to an end", async () => {
    const at = (hour: number) => ms("2026-11-05T00:00:00Z") + hour * HOUR_MS;
    clock.set(at(12.5));
    const opens = async (query: string) => (await klines(query)).map(([open]) => Number(open));
    expect(await opens("limit=2")).toEqual([at(11), at(12)]);
    expect(await opens(`startTime=${at(3) + 1}&limit=2`)).toEqual([at(4), at(5)]);
    expect(await opens(`endTime=${at(3)}&limit=2`)).toEqual([at(2), at(3)]);
    expect(await opens(`startTime=${at(3)}&endTime=${at(5) - 1}`)).toEqual([at(3), at(4)]);
    expect(await opens(`startTime=${at(13)}`)).toEqual([]);
    expect(await opens("limit=5000")).toHaveLength(1_000);
    // A candle that has just opened has no row before its first trade.
    clock.set(at(13));
    expect(await opens("limit=1")).toEqual([at(12)]);
  });

  test("numbers trades from page to page, the same for every process of the seed", async () => {
    const again = start("exchange-spot", clock);
    const fromMs = clock.nowMs() - 600_000;
    const found = await tradesOf("BTCUSDT", fromMs, clock.nowMs(), 77);
    expect(found.length).toBeGreaterThan(500);
    expect(found.map(({ a }) => a)).toEqual(found.map((_, i) => (found[0]?.a ?? 0) + i));
    const whole = `api/v3/aggTrades?symbol=BTCUSDT&startTime=${fromMs}&limit=1000`;
    const other = (await get<Trade[]>(`${again.url}/${whole}`)).body;
    expect(other.slice(0, found.length)).toEqual(found.slice(0, 1_000));
    await again.stop();
    const query = `symbol=ETHUSDT&startTime=${ms("2026-03-01T00:00:00Z")}&limit=1`;
    expect((await trades(query))[0]?.a).toBe(4_979_131_203);
  });

  test("begins with the trade of an id, which its instant finds too", () =>
    fc.assert(
      // From two years before the first of September 2026 to two months after.
      fc.asyncProperty(fc.integer({ min: -60_000_000, max: 6_000_000 }), async (index) => {
        clock.set(clock.nowMs() + 60_000);
        const [row] = await trades(`symbol=DOGEUSDT&fromId=${5_000_000_000 + index}&limit=1`);
        expect(row?.a).toBe(5_000_000_000 + index);
        expect(await trades(`symbol=DOGEUSDT&startTime=${row?.T}&limit=1`)).toEqual([row!]);
      }),
      { numRuns: 20 },
    ));

  test("counts recorded trades in place of the world's, and shifts later ids", async () => {
    const [fromMs, toMs] = [NOW_MS - 1_200_000, NOW_MS - 600_000];
    const before = await tradesOf("SOLUSDT", NOW_MS - 1_800_000, NOW_MS, 500);
    // Two trades of one millisecond, then one more, in place of ten minutes.
    const put = [[fromMs, "1", "1"], [fromMs, "2", "1"], [toMs, "3", "1"]];
    await control(`${spot.url}/__series`, "PUT", { symbol: "SOLUSDT", trades: put });
    for (const limit of [2, 500]) {
      clock.set(clock.nowMs() + 600_000);
      const after = await tradesOf("SOLUSDT", NOW_MS - 1_800_000, NOW_MS, limit);
      expect(after.map(({ a }) => a)).toEqual(after.map((_, i) => (before[0]?.a ?? 0) + i));
      const kept = before.filter(({ T }) => T < fromMs || T > toMs).map(({ T }) => T);
      expect(after.map(({ T }) => T))
        .toEqual([...kept, fromMs, fromMs, toMs].toSorted((a, b) => a - b));
    }
  }, 300_000);

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
    const { status, body } = await ask<{ readonly code: number }>(path);
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
});
