import { describe, expect, test } from "bun:test";
import {
  type Evidence,
  instantOf,
  knownInstant,
  ORACLE_SOURCES,
  TARGET_SOURCES,
} from "../../../core/price/mod.ts";
import { PROFILE_BY_NAME, windowContaining } from "../../../core/market/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { oracleTarget } from "./oracle_target.ts";

const START_SEC = 1_793_880_000;
const WINDOW = windowContaining(PROFILE_BY_NAME.spec.calendar, "1hour", UnixSec(START_SEC));
const START_MS = START_SEC * 1000;
const MARKET = { market: "spot", symbol: "BTCUSDT" } as const;

describe("the instant of a number", () => {
  test("is the start of the window for what the oracle has of its second, whoever has it", () => {
    for (const source of ORACLE_SOURCES) {
      const options = { observedSec: START_SEC, priceE18: 1n, isLate: false };
      const target = oracleTarget(source, options);
      expect(knownInstant(target.source, WINDOW)).toBe(START_MS);
      expect(instantOf(target.evidence, WINDOW)).toBe(START_MS);
    }
  });

  test("is only in the evidence of what is late, or of the exchange", () => {
    const unsaid = TARGET_SOURCES.filter((source) => knownInstant(source, WINDOW) === undefined);
    expect(unsaid)
      .toEqual(["oracle_late", "oracle_twap_late", "aggTrades", "klines", "klines_1m"]);
    const late = oracleTarget("report", { observedSec: START_SEC + 3, priceE18: 1n, isLate: true });
    expect(instantOf(late.evidence, WINDOW)).toBe(START_MS + 3_000);
  });

  test("is that of the trade, and of a candle when it opens or closes", () => {
    const candle = (field: "open" | "close", row: ReadonlyArray<string | number>): Evidence => ({
      kind: "kline",
      ...MARKET,
      klineInterval: "1m",
      field,
      row,
    });
    const row = [START_MS, "1", "1", "1", "1", "1", START_MS + 59_999];
    const trade = { tradeId: 7, tradedAtMs: START_MS + 236, price: "1", quantity: "1" };
    const archived = [String(START_MS * 1000), "1", "1", "1", "1", "1", `${START_MS + 59_999}999`];
    expect([
      instantOf({ kind: "trade", ...MARKET, ...trade }, WINDOW),
      instantOf(candle("open", row), WINDOW),
      instantOf(candle("close", row), WINDOW),
      instantOf(candle("close", archived), WINDOW),
      instantOf(candle("close", row.slice(0, 5)), WINDOW),
    ]).toEqual([START_MS + 236, START_MS, START_MS + 59_999, START_MS + 59_999, null]);
  });
});
