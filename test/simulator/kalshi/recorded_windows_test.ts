import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { windowTicker } from "../../../app/simulator/kalshi/window_ticker.ts";
import { ms } from "../kit/support.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";
import { secOf, startWindows } from "./windows_world.ts";

/** Tests `PUT /__windows`, and the simulator's format against recorded rows. */
const WINDOWS = "kalshi/windows_15m.json";
const OBJECTS = "kalshi/objects.json";
let kalshi: ReturnType<typeof startWindows>;
beforeAll(() => {
  kalshi = startWindows();
});
afterAll(() => kalshi.stop());

type TableRow = readonly [
  ticker: string,
  closeSec: number,
  strike: number,
  result: string,
  value: string,
];

const TABLE = {
  rows: {
    zec: [
      ["KXZEC15M-26NOV200715-15", secOf("2026-11-20T12:15:00Z"), 431.5, "yes", "431.50"],
      ["KXZEC15M-26NOV200730-30", secOf("2026-11-20T12:30:00Z"), null, "no", ""],
      ["KXZEC15M-26NOV200745-45", secOf("2026-11-20T12:45:00Z"), 431.5, "", ""],
    ],
  },
};

describe("PUT /__windows", () => {
  testWithShared([WINDOWS], "every row of a recorded table", async () => {
    const table = await Bun.file(sharedPath(WINDOWS)).json();
    expect((await kalshi.put(table)).status).toBe(200);
    let count = 0;
    for (const rows of Object.values<ReadonlyArray<TableRow>>(table.rows)) {
      const series = rows[0]?.[0].split("-")[0] ?? "";
      const found = await kalshi.markets("2026-09-09T00:00:00Z", { series });
      const seen = found.toReversed().map((row) => [
        row.ticker,
        secOf(row.close_time),
        row.floor_strike,
        row.result,
        row.expiration_value,
      ]);
      expect<unknown>(seen).toEqual(rows);
      expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["finalized"]));
      count += seen.length;
    }
    expect(count).toBe(table.expect.rows);
  });

  testWithShared([OBJECTS], "a recorded row, and one of the world with the same keys", async () => {
    const { market_active_2026_08_27: row } = await Bun.file(sharedPath(OBJECTS)).json();
    expect((await kalshi.put({ markets: [row], cursor: "next" })).status).toBe(200);
    const [served] = await kalshi.markets("2026-08-27T23:29:59Z", { tickers: [row.ticker] });
    const { updated_time: _, ...recorded } = row;
    expect<unknown>(served).toMatchObject(recorded);
    expect(served?.updated_time).toStartWith("2026-08-27T23:15:00.900");
    // It was recorded without a result.
    const [closed] = await kalshi.markets("2026-08-28T23:29:59Z", { tickers: [row.ticker] });
    expect([closed?.status, closed?.result]).toEqual(["closed", ""]);
    const fresh = startWindows();
    const [own] = await fresh.markets("2026-08-27T23:29:00Z", { tickers: [row.ticker] });
    expect<unknown>(own).toContainAllKeys(Object.keys(served ?? {}));
    const stable = ["custom_strike", "exchange_index", "price_ranges", "strike_type", "title"];
    for (const name of stable) expect(own).toHaveProperty(name, row[name]);
    await fresh.stop();
  });

  testWithShared([OBJECTS], "tickers by New York's clock", async () => {
    const { ticker_clock: clock } = await Bun.file(sharedPath(OBJECTS)).json();
    for (const [close, text] of clock.cases) {
      expect(windowTicker("KXBTC15M", secOf(close))).toBe(text.split(" ")[0]);
    }
  });

  test("lives by the clock, and lacks for ever what it was recorded without", async () => {
    expect(await kalshi.put(TABLE)).toMatchObject({ status: 200, body: { windows: 3 } });
    const seen = async (iso: string, status?: "closed") =>
      (await kalshi.markets(iso, { series: "KXZEC15M", ...status && { status } })).toReversed()
        .map(({ status, floor_strike: strike, result }) => [status, strike, result]);
    expect(await seen("2026-11-20T12:00:00.899Z")).toEqual([
      ["active", undefined, ""],
      ["initialized", undefined, ""],
      ["initialized", undefined, ""],
    ]);
    expect((await seen("2026-11-20T12:00:00.900Z"))[0]).toEqual(["active", 431.5, ""]);
    expect((await seen("2026-11-20T12:15:09Z"))[0]).toEqual(["determined", 431.5, "yes"]);
    // The word of the filter holds until the payment.
    expect(await seen("2026-11-20T12:15:09.999Z", "closed"))
      .toEqual([["determined", 431.5, "yes"]]);
    expect(await seen("2026-11-20T12:15:10Z", "closed")).toEqual([]);
    expect(await seen("2026-11-20T13:00:00Z")).toEqual([
      ["finalized", 431.5, "yes"],
      ["finalized", undefined, "no"],
      ["closed", 431.5, ""],
    ]);
    const ofWorld = { series: "KXBTC15M" };
    expect(await kalshi.markets("2026-11-20T13:00:01Z", ofWorld)).toEqual([]);
    expect((await kalshi.put({ markets: [] })).status).toBe(200);
    expect(await kalshi.markets("2026-11-20T13:00:02Z", { series: "KXZEC15M" })).toEqual([]);
  });

  const market = {
    ticker: "KXBTC15M-26NOV200715-15",
    open_time: "2026-11-20T12:00:00Z",
    close_time: "2026-11-20T12:15:00Z",
  };
  test.each([
    [{}, `"markets" must be a list`],
    [
      { markets: [], rows: {} },
      `Unknown key "markets": use rows, round_digits, about, columns, expect`,
    ],
    [{ markets: [{ ...market, ticker: "KXNBAGAME-26OCT20BOSDET-DET" }] }, "15-minute series"],
    [{ markets: [{ ...market, close_time: "noon" }] }, `markets[0]: "close_time" must be a time`],
    [{ markets: [market, { ...market, floor_strike: "1" }] }, `markets[1]: "floor_strike" must be`],
    [{ rows: { btc: [["KXBTC15M-26NOV200715-15"]] } }, "rows.btc[0]: Send a list of ticker, close"],
    [{ rows: { btc: [] }, round_digits: { btc: "2" } }, `"btc" must be a whole number`],
  ])("refuses %j", async (body, sentence) => {
    kalshi.at(ms("2026-11-20T12:00:00Z"));
    const answer = await kalshi.put(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(sentence);
  });
});
