import { afterAll, describe, expect, test } from "bun:test";
import { control, get, makeStillClock, ms, start } from "../kit/support.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";

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

describe("recorded trades, put in place of the world's,", () => {
  const from = ms("2026-10-01T00:00:00Z");

  test("replace it from the first to the last, and only there", async () => {
    const before = await trades(`symbol=ETHUSDT&startTime=${from - 60_000}&endTime=${from - 1}`);
    const put_ = [[from + 330, "61686.00", "0.5"], [from + 90_000, "61690.5", "0.25"]];
    expect((await put({ symbol: "ETHUSDT", market: "spot", trades: put_ })).body).toEqual({
      trades: 2,
    });
    const inside = await trades(`symbol=ETHUSDT&startTime=${from + 330}&endTime=${from + 90_000}`);
    expect(inside.map(({ T, p, q }) => [T, p, q])).toEqual([
      [from + 330, "61686.00000000", "0.50000000"],
      [from + 90_000, "61690.50000000", "0.25000000"],
    ]);
    const [after] = await trades(`symbol=ETHUSDT&startTime=${from + 90_001}&limit=1`);
    expect(Number(after?.p)).toBeLessThan(10_000);
    expect(await trades(`symbol=ETHUSDT&startTime=${from - 60_000}&endTime=${from - 1}`))
      .toEqual(before);
  });

  test("merge with earlier ones, and may be sent twice", async () => {
    await put({ symbol: "ETHUSDT", trades: [[from + 30_000, "61700", "1"]] });
    await put({ symbol: "ETHUSDT", trades: [[from + 30_000, "61700", "1"]] });
    const inside = await trades(`symbol=ETHUSDT&startTime=${from + 330}&endTime=${from + 90_000}`);
    expect(inside.map(({ p }) => Number(p))).toEqual([61686, 61700, 61690.5]);
    const [row] = await klines(`symbol=ETHUSDT&interval=1d&startTime=${from}&limit=1`);
    expect(Number(row?.[2])).toBe(61700);
  });

  test("appear when they are due", async () => {
    const at = clock.nowMs() + 5_000;
    await put({ symbol: "SOLUSDT", trades: [[at, "1", "1"], [at + 1_000, "2", "1"]] });
    const due = () => trades(`symbol=SOLUSDT&startTime=${at}`);
    expect(await due()).toEqual([]);
    clock.set(at);
    expect((await due()).map(({ p }) => Number(p))).toEqual([1]);
    expect(Number((await klines("symbol=SOLUSDT&interval=1m&limit=1"))[0]?.[4])).toBe(1);
    clock.set(at + 1_000);
    expect((await due()).map(({ p }) => Number(p))).toEqual([1, 2]);
  });
});

describe("recorded minutes, put in place of the world's,", () => {
  test("are served to the last digit, and sum up to their volume", async () => {
    const openMs = ms("2026-08-04T10:00:00Z");
    // A minute of DOGEUSDT in which 96 million were traded.
    const row = [
      openMs,
      "0.07312000",
      "0.07350000",
      "0.07290000",
      "0.07300000",
      "96123456.00000001",
    ];
    await put({ symbol: "DOGEUSDT", klines_1m: [row] });
    const query = `symbol=DOGEUSDT&startTime=${openMs}&endTime=${openMs + 59_999}`;
    expect((await klines(`${query}&interval=1m`))[0]?.slice(0, 6)).toEqual(row);
    const quantities = (await trades(query)).map(({ q }) => BigInt(q.replace(".", "")));
    expect(quantities.reduce((sum, units) => sum + units, 0n)).toBe(9_612_345_600_000_001n);
  });

  test("are also read from numbers, small ones included", async () => {
    const openMs = ms("2026-08-05T10:00:00Z");
    const row = [openMs, 0.00000002, 3, 0.00000001, 2.5, 91_234_567.8];
    expect((await put({ symbol: "DOGEUSDT", klines_1m: [row] })).status).toBe(200);
    const [back] = await klines(`symbol=DOGEUSDT&interval=1m&startTime=${openMs}&limit=1`);
    expect(numbers(back)).toEqual(row);
  });

  test("trade at the open instant, then high, low and close within the minute", async () => {
    const openMs = ms("2026-08-02T10:00:00Z");
    await put({ symbol: "BTCUSDT", klines_1m: [[openMs, "5", "9", "1", "3", "0.00000007", "x"]] });
    const found = await trades(`symbol=BTCUSDT&startTime=${openMs}&endTime=${openMs + 59_999}`);
    expect(found.map(({ p }) => Number(p))).toEqual([5, 9, 1, 3]);
    expect(found[0]?.T).toBe(openMs);
    expect(found.reduce((sum, { q }) => sum + Number(q) * 1e8, 0)).toBeCloseTo(7, 6);
  });
});

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
    const lines = (await Bun.file(sharedPath(spotMinutes)).text()).trim().split("\n").slice(1);
    const rows = lines.map((line) => line.split(",")).map(([time, ...rest]) => [
      Date.parse((time ?? "").replace(" ", "T")),
      ...rest.slice(0, 5),
    ]);
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
      const lines = (await Bun.file(sharedPath(futuresMinutes)).text()).trim().split("\n").slice(1);
      const rows = lines.map((line) => line.split(",")).map(([openMs, ...rest]) => [
        Number(openMs),
        ...rest.slice(0, 5),
      ]);
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

describe("a series that is wrong", () => {
  test.each([
    [{ symbol: "BTCUSDT", market: "futures", trades: [] }, `"market" must be "spot"`],
    [{ symbol: "HYPEUSDT", trades: [] }, `"symbol" must be one of BTCUSDT`],
    [{ symbol: "BTCUSDT" }, `Send either "trades" or "klines_1m"`],
    [{ symbol: "BTCUSDT", trades: [[1, "1", "1"]] }, "trades[0]: the time must be unix milli"],
    [{ symbol: "BTCUSDT", trades: [[1.7e12, "-1", "1"]] }, "trades[0]: price must be decimal"],
    [{ symbol: "BTCUSDT", klines_1m: [[1.7e12 + 1, "1", "1", "1", "1", "1"]] }, "begin a minute"],
    [{ symbol: "BTCUSDT", klines_1m: [[1.8e12, "1", "1", "2", "1", "1"]] }, "from low to high"],
    [{ symbol: "BTCUSDT", klines_1m: [[1.8e12, "1", "1", "1", "1", "-1"]] }, "volume must be"],
    [{ symbol: "BTCUSDT", klines_1m: [[1.8e12, "1", "1", "1", "1", "0.000000001"]] }, "8 decimals"],
    [
      { symbol: "BTCUSDT", trades: [[1.7e12, "90071993", "1"]] },
      "trades[0]: price must be above 0 and below 90000000",
    ],
    [[], "Send a JSON object"],
  ])("is refused: %j", async (body, error) => {
    const answer = await put(body);
    expect(answer.status).toBe(400);
    expect(answer.body["error"]).toContain(error);
  });
});
