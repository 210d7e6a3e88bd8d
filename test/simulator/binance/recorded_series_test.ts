import { afterAll, describe, expect } from "bun:test";
import { control, get, makeStillClock, ms, start } from "../kit/support.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";

/** The recordings are put in place of the world's trades. */
const clock = makeStillClock(ms("2026-11-05T12:00:00Z"));
const spot = start("exchange-spot", clock);
const futures = start("exchange-futures", clock);
afterAll(() => Promise.all([spot.stop(), futures.stop()]));

type Row = ReadonlyArray<string | number>;
interface Trade {
  readonly a: number;
  readonly p: string;
  readonly q: string;
  readonly T: number;
}
const put = (body: unknown, simulator = spot) => control(`${simulator.url}/__series`, "PUT", body);
const klines = async (query: string, base = `${spot.url}/api/v3`) =>
  (await get<Row[]>(`${base}/klines?${query}`)).body;
const trades = async (query: string) =>
  (await get<Trade[]>(`${spot.url}/api/v3/aggTrades?${query}`)).body;
const numbers = (row: Row | undefined, count = 6) => row?.slice(0, count).map(Number);

/** The rows of a recorded table: an instant, open, high, low, close and volume. */
async function tableOf(name: string) {
  const lines = (await Bun.file(sharedPath(name)).text()).trim().split("\n").slice(1);
  return lines.map((line) => line.split(",")).map(([time = "", ...rest]) => [
    time.includes(" ") ? Date.parse(time.replace(" ", "T")) : Number(time),
    ...rest.slice(0, 5),
  ]);
}

describe("a recording of the real exchange", () => {
  const aggTrades = "binance/spot_BTCUSDT_aggTrades_DERIVED_20240808T235415_20240809T000505.json";
  const midnightMs = ms("2024-08-09T00:00:00Z");

  testWithShared([aggTrades], "of trades across midnight opens the day at 61686.00", async () => {
    const rows = (await Bun.file(sharedPath(aggTrades)).json()).map((
      row: Trade,
    ) => [row.T, row.p, row.q]);
    expect((await put({ symbol: "BTCUSDT", market: "spot", trades: rows })).status).toBe(200);
    const [first] = await trades(`symbol=BTCUSDT&startTime=${midnightMs}&limit=1`);
    expect([first?.T, first?.p]).toEqual([midnightMs + 330, "61686.00000000"]);
    for (const interval of ["1m", "1h", "1d"]) {
      const query = `symbol=BTCUSDT&interval=${interval}&startTime=${midnightMs}&limit=1`;
      expect((await klines(query))[0]?.slice(0, 2)).toEqual([midnightMs, "61686.00000000"]);
    }
    const [before] = await trades(`symbol=BTCUSDT&endTime=${midnightMs - 1}&limit=1`);
    expect(before?.p).toBe("61685.99000000");
  });

  const spotMinutes = "binance/spot_BTCUSDT_1m_20251029_20251101.csv";

  testWithShared([spotMinutes], "of minutes comes back, and hours open with them", async () => {
    const rows = await tableOf(spotMinutes);
    expect(rows.length).toBeGreaterThan(4_000);
    expect((await put({ symbol: "BTCUSDT", klines_1m: rows })).status).toBe(200);
    const back: Row[] = [];
    for (let i = 0; i < rows.length; i += 1_000) {
      back.push(
        ...await klines(`symbol=BTCUSDT&interval=1m&limit=1000&startTime=${rows[i]?.[0]}`),
      );
    }
    expect(back.slice(0, rows.length).map((row) => numbers(row))).toEqual(
      rows.map((row) => row.map(Number)),
    );
    const hours = await klines(
      `symbol=BTCUSDT&interval=1h&startTime=${rows[0]?.[0]}&endTime=${rows.at(-1)?.[0]}`,
    );
    const openAt = new Map(rows.map((row) => [row[0], Number(row[1])]));
    expect(hours.length).toBeGreaterThan(70);
    for (const hour of hours) expect(Number(hour[1])).toBe(openAt.get(Number(hour[0])) ?? NaN);
  });

  const futuresMinutes = "binance/usdm_BTCUSDT_1m_20250601.csv";

  testWithShared(
    [futuresMinutes],
    "of futures' minutes comes back and makes their day",
    async () => {
      const rows = await tableOf(futuresMinutes);
      expect((await put({ symbol: "BTCUSDT", market: "futures", klines_1m: rows }, futures)).status)
        .toBe(200);
      const api = `${futures.url}/fapi/v1`;
      const query = `symbol=BTCUSDT&startTime=${rows[0]?.[0]}`;
      const back = await klines(`${query}&interval=1m&limit=1440`, api);
      expect(back.map((row) => numbers(row))).toEqual(
        rows.slice(0, 1_440).map((row) => row.map(Number)),
      );
      const [day] = await klines(`${query}&interval=1d&limit=1`, api);
      const of = (column: number) => rows.slice(0, 1_440).map((row) => Number(row[column]));
      expect(numbers(day, 5)?.slice(1)).toEqual([
        of(1)[0] ?? NaN,
        Math.max(...of(2)),
        Math.min(...of(3)),
        of(4).at(-1) ?? NaN,
      ]);
    },
  );
});
