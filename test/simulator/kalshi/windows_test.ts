import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ExchangeApi, HistoricalApi, type Market } from "kalshi-typescript";
import { makeCryptoIndices } from "../../../app/simulator/kalshi/crypto_index.ts";
import { type ListedWindow } from "../../../app/simulator/kalshi/listed_window.ts";
import { WINDOW_SERIES } from "../../../app/simulator/kalshi/window_series.ts";
import { makeWorldWindows } from "../../../app/simulator/kalshi/world_windows.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { ms } from "../kit/support.ts";
import { secOf, startWindows } from "./windows_world.ts";

/** Tests the windows of the world: what adapters cannot choose to meet. */
const SPAN = { minSec: secOf("2026-09-01T00:00:00Z"), maxSec: secOf("2026-11-20T00:00:00Z") };
const world = makeWorld(1);
const book = makeWorldWindows(world);
let kalshi: ReturnType<typeof startWindows>;
beforeAll(() => {
  kalshi = startWindows();
});
afterAll(() => kalshi.stop());

const windowsOf = (series: string) => [...book.closing(series, SPAN)];

/** The first window of the world with a rarity. */
function firstWith(series: string, isSo: (window: ListedWindow) => boolean): ListedWindow {
  const found = windowsOf(series).find(isSo);
  if (found === undefined) throw new Error(`no window of ${series} is so`);
  return found;
}

/** A row, a minute after its close, or at another instant. */
async function rowOf({ ticker, closeSec }: ListedWindow, atMs = (closeSec + 60) * 1000) {
  const [row] = await kalshi.markets(atMs, { tickers: [ticker] });
  return row;
}

const closesOf = (rows: ReadonlyArray<Market>) => rows.map(({ close_time: close }) => close);

describe("the windows of the world", () => {
  test("pause on Thursdays from three to five in New York, as does their exchange", async () => {
    const rows = await kalshi.markets("2026-11-19T12:00:00Z", {
      series: "KXBTC15M",
      minCloseTs: secOf("2026-11-19T07:30:00Z"),
      maxCloseTs: secOf("2026-11-19T10:30:00Z"),
    });
    expect(closesOf(rows)).toEqual([
      "2026-11-19T10:30:00Z",
      "2026-11-19T10:15:00Z",
      "2026-11-19T08:00:00Z",
      "2026-11-19T07:45:00Z",
    ]);
    const [, afterHole, beforeHole] = rows;
    expect(afterHole?.floor_strike).not.toBe(Number(beforeHole?.expiration_value));
    const trading = async (iso: string) => {
      kalshi.at(ms(iso));
      const { data } = await new ExchangeApi(kalshi.configuration).getExchangeStatus();
      const crypto = data.exchange_index_statuses?.find(({ exchange_index: at }) => at === 2);
      return [data.trading_active, crypto?.trading_active];
    };
    expect(await trading("2026-11-19T07:59:59Z")).toEqual([true, true]);
    expect(await trading("2026-11-19T08:00:00Z")).toEqual([true, false]);
    // In summer an hour earlier.
    expect(await trading("2026-07-16T07:00:00Z")).toEqual([true, false]);
    expect(await trading("2026-11-19T10:00:00Z")).toEqual([true, true]);
  });

  test("begin where the one before ended, and are won at their target or above", async () => {
    for (const { ticker: series, digits } of WINDOW_SERIES.values()) {
      const rows = await kalshi.markets("2026-11-19T07:59:00Z", {
        series,
        minCloseTs: secOf("2026-11-18T07:45:00Z"),
        maxCloseTs: secOf("2026-11-19T07:45:00Z"),
      });
      const day = rows.toReversed();
      expect(day).toHaveLength(96);
      for (const [at, row] of day.entries()) {
        const { expiration_value: value, floor_strike: strike, result, status } = row;
        expect(status).toBe("finalized");
        if (strike == null) continue;
        expect(value).toMatch(new RegExp(`^\\d+\\.\\d{${digits}}$`));
        expect(result).toBe(Number(value) >= strike ? "yes" : "no");
        const next = day[at + 1]?.floor_strike;
        const { amendment } = book.named(row.ticker)[0] ?? {};
        if (next != null && amendment === undefined) expect(next).toBe(Number(value));
      }
    }
  });

  test("are won where they end even", async () => {
    const ties = windowsOf("KXDOGE15M")
      .filter(({ strike, ending }) => strike !== undefined && ending?.().value === strike.text());
    // About one of 150.
    expect(ties.length).toBeWithin(35, 70);
    const [tie] = ties;
    if (tie === undefined) throw new Error("there is none");
    const row = await rowOf(tie);
    expect(row?.expiration_value).toMatch(/^0\.\d{7}$/);
    expect(row?.floor_strike).toBe(Number(row?.expiration_value));
    expect(row?.result).toBe("yes");
  });

  test("have their target late now and then, or never", async () => {
    const late = firstWith(
      "KXETH15M",
      ({ strike, openSec }) => strike !== undefined && strike.fromMs > openSec * 1000 + 900,
    );
    const fromMs = late.strike?.fromMs ?? 0;
    expect(fromMs - late.openSec * 1000).toBeWithin(20_000, 90_001);
    expect((await rowOf(late, fromMs - 1))?.floor_strike).toBeUndefined();
    expect((await rowOf(late, fromMs))?.floor_strike).toBePositive();
    const never = firstWith("KXETH15M", ({ strike }) => strike === undefined);
    expect(await rowOf(never)).toMatchObject({
      status: "finalized",
      result: "no",
      expiration_value: "",
      yes_sub_title: "Target price: TBD",
    });
    expect(await rowOf(never)).not.toContainAnyKeys(["floor_strike", "strike_type"]);
  });

  test("are corrected now and then, which leaves the next one's target", async () => {
    const window = firstWith("KXSOL15M", ({ amendment }) => amendment !== undefined);
    const { fromMs = 0, untilMs = 0 } = window.amendment ?? {};
    const rows = [
      await rowOf(window),
      await rowOf(window, fromMs - 1),
      await rowOf(window, fromMs),
      await rowOf(window, untilMs - 1),
      await rowOf(window, untilMs),
    ];
    const [first, , second] = rows.map((row) => row?.expiration_value);
    expect(rows.map((row) => [row?.status, row?.expiration_value])).toEqual([
      ["finalized", first],
      ["finalized", first],
      ["amended", second],
      ["amended", second],
      ["finalized", second],
    ]);
    expect(second).not.toBe(first);
    const strike = rows[0]?.floor_strike ?? 0;
    // Towards the target, and perhaps beyond it.
    expect(Number(second) < Number(first)).toBe(Number(first) >= strike);
    for (const row of rows) {
      const isUp = Number(row?.expiration_value) >= strike;
      expect([row?.floor_strike, row?.result]).toEqual([strike, isUp ? "yes" : "no"]);
    }
    const next = firstWith("KXSOL15M", ({ openSec }) => openSec === window.closeSec);
    expect((await rowOf(next))?.floor_strike).toBe(Number(first));
  });

  test("are as rare as they are said to be where something is wrong with them", () => {
    const all = [...WINDOW_SERIES.keys()].flatMap(windowsOf);
    const shareOf = (isSo: (window: ListedWindow) => boolean) =>
      all.filter(isSo).length / all.length;
    expect(shareOf(({ strike }) => strike === undefined) * 700).toBeWithin(0.7, 1.4);
    expect(shareOf(({ amendment }) => amendment !== undefined) * 500).toBeWithin(0.7, 1.4);
    const isLate = ({ strike, openSec }: ListedWindow) =>
      (strike?.fromMs ?? 0) > openSec * 1000 + 900;
    expect(shareOf(isLate) * 150).toBeWithin(0.8, 1.25);
  });

  test("end otherwise than by the world's own prices in some of a hundred", () => {
    const counts = { all: 0, other: 0 };
    const span = { minSec: secOf("2026-11-02T00:15:00Z"), maxSec: secOf("2026-11-05T00:00:00Z") };
    for (const { ticker, asset } of WINDOW_SERIES.values()) {
      const meanE18 = (sec: number) => {
        let sum = 0n;
        for (let at = sec - 59; at <= sec; at++) sum += world.price(asset).spotPriceE18(at);
        return sum / 60n;
      };
      for (const { openSec, closeSec, ending } of book.closing(ticker, span)) {
        const isUp = meanE18(closeSec) >= meanE18(openSec);
        counts.all++;
        if (ending?.().result !== (isUp ? "yes" : "no")) counts.other++;
      }
    }
    expect(counts.all).toBe(7 * 3 * 96);
    expect(counts.other / counts.all).toBeWithin(0.03, 0.08);
  });

  test("are settled by the second of their close and the 59 before it", () => {
    const [bitcoin] = WINDOW_SERIES.values();
    if (bitcoin === undefined) throw new Error("there is no series");
    const closeSec = secOf("2026-11-20T12:15:00Z");
    const shareOf = (pricedSec: number) => {
      const spotPriceE18 = (sec: number) => sec === pricedSec ? 60n * 10n ** 18n : 0n;
      const price = { ...world.price("btc"), spotPriceE18 };
      return Number(
        makeCryptoIndices({ ...world, price: () => price })(bitcoin).meanTicks(closeSec),
      );
    };
    expect([closeSec - 60, closeSec - 59, closeSec, closeSec + 1].map(shareOf))
      .toEqual([0, 100, 100, 0]);
  });

  test("share a ticker in the hour that New York's clock shows twice", async () => {
    const tickers = ["KXBTC15M-26NOV010130-30"];
    const rows = await kalshi.markets("2026-11-01T12:00:00Z", { tickers, limit: 1 });
    expect(closesOf(rows)).toEqual(["2026-11-01T06:30:00Z", "2026-11-01T05:30:00Z"]);
  });
});

describe("the lists of windows", () => {
  test("hold each window once, page by page, by the words of the filter", async () => {
    const now = "2026-11-20T12:07:00Z";
    const list = (status?: "unopened" | "open" | "closed" | "settled") =>
      kalshi.markets(now, { series: "KXHYPE15M", limit: 1000, ...status && { status } });
    const all = await list();
    const parts = [await list("unopened"), await list("open"), await list("closed")];
    expect(parts.map((rows) => new Set(rows.map(({ status }) => status)))).toEqual([
      new Set(["initialized"]),
      new Set(["active"]),
      new Set(),
    ]);
    const settled = await list("settled");
    const tickersOf = (rows: ReadonlyArray<Market>) => rows.map(({ ticker }) => ticker);
    expect(tickersOf([...parts.flat(), ...settled])).toEqual(tickersOf(all));
    // 90 days behind, 12 of which lack eight windows, and 23 hours ahead.
    expect(settled.length).toBeWithin(90 * 96 - 13 * 8 - 2, 90 * 96 - 12 * 8 + 2);
    expect(parts[0]?.length).toBeWithin(91, 94);
    expect(new Set(closesOf(all)).size).toBe(all.length);
    expect(await kalshi.markets(now, { series: "KXZEC15M" })).toEqual([]);
  });

  test("hold several series in one, and no more than are named", async () => {
    const tickers = [...WINDOW_SERIES.keys()].map((series) => `${series}-26NOV200715-15`);
    const rows = await kalshi.markets("2026-11-20T12:14:00Z", { tickers });
    expect(rows.map(({ ticker }) => ticker).toSorted()).toEqual(tickers.toSorted());
    const many = Array.from({ length: 101 }, (_, at) => `KXBTC15M-26NOV200715-${at}`);
    for (
      const question of [
        { tickers: many },
        { series: "KXBTC15M", status: "open", minCloseTs: 1 },
        { series: "KXBTC15M", status: "settled", maxCloseTs: 2_000_000_000 },
      ] as const
    ) {
      const failed = kalshi.markets("2026-11-20T12:15:00Z", question)
        .then(() => undefined, ({ response }) => response.status);
      expect(await failed).toBe(400);
    }
  });

  test("give what is older than the cutoff to the archive", async () => {
    const now = "2026-11-20T12:00:09Z";
    kalshi.at(ms(now));
    const { data: cutoff } = await new HistoricalApi(kalshi.configuration).getHistoricalCutoff();
    expect(cutoff.market_settled_ts).toBe("2026-08-22T12:00:09Z");
    // The one settled at the cutoff, and the one settled before it.
    const [live = "", old = ""] = ["KXBTC15M-26AUG220800-00", "KXBTC15M-26AUG220745-45"];
    const tickers = `${live},${old}`;
    const recent = await kalshi.markets(now, { tickers: [live, old] });
    expect(recent.map(({ ticker }) => ticker)).toEqual([live]);
    const { data: archived } = await kalshi.archive(10, undefined, tickers);
    expect(archived.markets.map(({ ticker }) => ticker)).toEqual([old]);
    const { data: ofEvent } = await kalshi.archive(10, "", "", "KXBTC15M-26AUG220745");
    expect(ofEvent).toEqual(archived);
    const series = "KXBTC15M";
    const { data: first } = await kalshi.archive(3, undefined, undefined, undefined, series);
    const { data: second } = await kalshi.archive(3, first.cursor, undefined, undefined, series);
    expect([...first.markets, ...second.markets].map(({ ticker }) => ticker)).toEqual(
      ["45-45", "30-30", "15-15", "00-00"].map((end) => `KXBTC15M-26AUG2207${end}`)
        .concat("KXBTC15M-26AUG220645-45", "KXBTC15M-26AUG220630-30"),
    );
    const failed = kalshi.archive(3, undefined, tickers, undefined, series)
      .then(() => undefined, ({ response }) => response.status);
    expect(await failed).toBe(400);
  });
});
