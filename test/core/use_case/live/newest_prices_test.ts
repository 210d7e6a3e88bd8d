import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeNewestPrices } from "../../../../core/use_case/live/mod.ts";
import { tradeAt } from "../../../stage/exchange_trade.ts";

const AT_MS = 1_793_880_000_000;
const trades = fc.array(
  fc.record({ offsetMs: fc.nat(5), tradeId: fc.nat(5) }).map(({ offsetMs, tradeId }) =>
    tradeAt(AT_MS + offsetMs, "1", tradeId)
  ),
  { minLength: 1, maxLength: 20 },
);

describe("the newest trade", () => {
  test("is the latest by time and then by id, in whatever order trades come", () =>
    fc.assert(fc.property(trades, (trades) => {
      const newest = makeNewestPrices();
      for (const trade of trades) {
        const before = newest.trade("btc");
        const isNewer = newest.take({ kind: "trade", asset: "btc", trade }) !== undefined;
        expect(newest.trade("btc")).toBe(isNewer ? trade : before);
      }
      const last = trades.toSorted((a, b) => a.tradedAtMs - b.tradedAtMs || a.tradeId - b.tradeId)
        .at(-1);
      expect(newest.trade("btc")).toMatchObject({
        tradedAtMs: last?.tradedAtMs,
        tradeId: last?.tradeId,
      });
      expect(newest.trade("eth")).toBeUndefined();
    })));
});

describe("the newest price of the oracle", () => {
  test("is that of the latest second of its stream, though a later one came first", () => {
    const newest = makeNewestPrices();
    const report = (observedSec: number, stream: "twap_30" | "twap_60" = "twap_60") => ({
      stream,
      feedId: "0x",
      fullReport: "0x",
      validFromSec: observedSec,
      observedSec,
      priceE18: BigInt(observedSec),
    });
    for (const sec of [7, 9, 8]) {
      newest.take({ kind: "report", asset: "btc", report: report(sec) });
    }
    newest.take({ kind: "report", asset: "btc", report: report(10, "twap_30") });
    expect(newest.oracle("btc", "twap_60")?.observedSec).toBe(9);
    expect(newest.oracle("btc", "twap_30")?.observedSec).toBe(10);
    expect(newest.oracle("eth", "twap_60")).toBeUndefined();
  });
});
