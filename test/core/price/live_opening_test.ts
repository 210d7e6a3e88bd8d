import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { providerOf, windowsStartingIn } from "../../../core/market/mod.ts";
import {
  openedByPrice,
  openedByRollover,
  ORACLE_STREAMS,
  type Report,
  reportTarget,
  targetKey,
  targetRule,
  type Trade,
} from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { asset, profile } from "../../arbitrary.ts";

/** The interval that rolls over most often: hours, from July to November 2026. */
const hourSec = fc.integer({ min: 495_700, max: 498_700 }).map((hour) => hour * 3_600);

const report = fc.record({
  stream: fc.constantFrom(...ORACLE_STREAMS),
  observedSec: fc.tuple(hourSec, fc.integer({ min: -20, max: 20 })).map(([at, off]) => at + off),
  width: fc.nat(30),
}).map(({ stream, observedSec, width }): Report => ({
  stream,
  feedId: "0x",
  validFromSec: observedSec - width,
  observedSec,
  priceE18: BigInt(observedSec),
  fullReport: "0x",
}));

function tradeAt(tradedAtMs: number, tradeId: number): Trade {
  const priceE18 = BigInt(tradeId);
  const names = { market: "spot", symbol: "BTCUSDT" } as const;
  return { ...names, tradeId, tradedAtMs, price: `${tradeId}`, priceE18, quantity: "1" };
}

describe("openedByPrice()", () => {
  test("opens exactly the windows whose start it covers and whose rule names its stream", () =>
    fc.assert(fc.property(profile, asset, report, (profile, asset, report) => {
      const target = reportTarget(report, { isLate: false });
      const opened = openedByPrice(profile, asset, { price: report, target });
      const range = {
        startSec: UnixSec(report.validFromSec - 90_000),
        endSec: UnixSec(report.observedSec + 90_000),
      };
      const expected = (["5min", "15min", "4hour"] as const).flatMap((interval) =>
        [...windowsStartingIn(profile.calendar, interval, range)].filter((window) => {
          const rule = targetRule(profile, window);
          return rule.kind === "report" && rule.stream === report.stream &&
            report.validFromSec <= window.startSec && window.startSec <= report.observedSec;
        })
      );
      expect(opened.map(({ query }) => targetKey(query)).sort())
        .toEqual(expected.map((window) => targetKey({ asset, window })).sort());
      for (const { query, target } of opened) {
        expect(target.priceE18).toBe(report.priceE18);
        expect(target.source).toBe(report.stream === "spot" ? "oracle" : "oracle_twap");
        expect(providerOf(query.window.interval)).toBe("oracle");
      }
    })));
});

describe("openedByRollover()", () => {
  const trades = fc.record({ hourSec, beforeMs: fc.nat(9_000_000), afterMs: fc.nat(3_599_999) })
    .map(({ hourSec, beforeMs, afterMs }) => ({
      last: tradeAt(hourSec * 1000 - 1 - beforeMs, 7),
      first: tradeAt(hourSec * 1000 + afterMs, 8),
    }));

  test("opens the hour of the first trade, at that trade, and no other hour", () =>
    fc.assert(fc.property(profile, asset, trades, (profile, asset, trades) => {
      const hours = openedByRollover(profile, asset, trades)
        .filter(({ query }) => query.window.interval === "1hour");
      expect(hours.length).toBe(1);
      const [{ query: { window }, target }] = hours as [typeof hours[number]];
      expect(window.startSec * 1000).toBeLessThanOrEqual(trades.first.tradedAtMs);
      expect(window.endSec * 1000).toBeGreaterThan(trades.first.tradedAtMs);
      expect(target).toMatchObject({ priceE18: 8n, source: "aggTrades" });
    })));

  test("opens a UTC day with its first trade, and a noon with the last one before", () =>
    fc.assert(fc.property(profile, asset, trades, (profile, asset, trades) => {
      const days = openedByRollover(profile, asset, trades)
        .filter(({ query }) => query.window.interval === "daily");
      for (const { query: { window, rule }, target } of days) {
        expect(trades.last.tradedAtMs).toBeLessThan(window.startSec * 1000);
        expect(trades.first.tradedAtMs).toBeGreaterThanOrEqual(window.startSec * 1000);
        expect(target).toMatchObject(
          rule.kind === "day_candle"
            ? { priceE18: 8n, source: "klines" }
            : { priceE18: 7n, source: "klines_1m" },
        );
      }
    })));

  test("leaves a noon to the candle while the venue took the candle that opened there", () => {
    // 2026-07-15T16:00:00Z is noon Eastern; the rule changed on 2026-10-02.
    const noonMs = Date.UTC(2026, 6, 15, 16);
    const trades = { last: tradeAt(noonMs - 1, 7), first: tradeAt(noonMs + 1, 8) };
    const profiles = fc.sample(profile, 20).filter(({ name }) => name === "polymarket");
    expect(profiles.length).toBeGreaterThan(0);
    for (const profile of profiles) {
      const opened = openedByRollover(profile, "btc", trades);
      expect(opened.map(({ query }) => query.window.interval)).toEqual(["1hour"]);
    }
  });
});
