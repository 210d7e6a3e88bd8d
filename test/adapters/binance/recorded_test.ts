import { describe, expect } from "bun:test";
import { Result } from "effect";
import { formatE18 } from "../../../core/price/mod.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";
import { questionAt, questions } from "../../contract/target_question.ts";
import { ask, type Exchange } from "./exchange_world.ts";

const TRADES = "binance/spot_BTCUSDT_aggTrades_DERIVED_20240808T235415_20240809T000505.json";
const MINUTES = "binance/spot_BTCUSDT_1m_20251029_20251101.csv";
const HOURS = "binance/spot_BTCUSDT_1h.csv";
const DAYS = "binance/spot_BTCUSDT_1d.csv";

async function readCsv(name: string): Promise<ReadonlyArray<ReadonlyArray<string>>> {
  const [, ...lines] = (await Bun.file(sharedPath(name)).text()).trim().split("\n");
  return lines.map((line) => line.trim().split(","));
}

/** Opens by the unix milliseconds of a candle's open. */
async function opensOf(name: string): Promise<ReadonlyMap<number, string>> {
  return new Map((await readCsv(name)).map((row) => [Number(row[0]), row[2] ?? ""]));
}

describe("binance price feed on recorded data", () => {
  testWithShared([TRADES], "opens the hour and the day of 2024-08-09 at 61686", async () => {
    const recorded = await Bun.file(sharedPath(TRADES)).json() as ReadonlyArray<
      { readonly T: number; readonly p: string; readonly q: string }
    >;
    const asked = (["1hour", "daily"] as const)
      .map((interval) => questionAt("spec", "btc", interval, "2024-08-09T00:00:00Z"));
    const { results } = await ask(asked, {
      nowIso: "2026-11-20T12:30:00Z",
      prepare: (exchange) =>
        exchange.put(recorded.map(({ T, p }) => ({
          asset: "btc",
          atMs: T,
          priceE18: BigInt(p.replace(".", "")) * 10n ** 10n,
        }))),
    });
    expect(results).toMatchObject([
      { success: { priceE18: 61_686n * 10n ** 18n, source: "aggTrades" } },
      { success: { priceE18: 61_686n * 10n ** 18n, source: "klines" } },
    ]);
  });

  testWithShared(
    [MINUTES, HOURS, DAYS],
    "opens every hour and day of the recorded minutes as the recorded candles do",
    async () => {
      const minutes = (await readCsv(MINUTES)).map(([at = "", ...prices]) => [
        Date.parse(at.replace(" ", "T")),
        ...prices.slice(0, 5),
      ]);
      const firstMs = Number(minutes[0]?.[0]);
      const lastMs = Number(minutes.at(-1)?.[0]);
      const range = [new Date(firstMs).toISOString(), new Date(lastMs).toISOString()] as const;
      const openByMs = new Map(minutes.map(([at, open]) => [Number(at), Number(open)]));
      const days = await opensOf(DAYS);
      for (const interval of ["1hour", "daily"] as const) {
        const asked = questions("spec", "btc", interval, range);
        const prepare = (exchange: Exchange) => exchange.putKlines("btc", minutes);
        const { results } = await ask(asked, { nowIso: "2026-11-20T12:30:00Z", prepare });
        expect(results.length).toBe(interval === "1hour" ? 72 : 3);
        for (const [index, result] of results.entries()) {
          const startMs = (asked[index]?.window.startSec ?? 0) * 1000;
          const price = Number(formatE18(Result.getOrThrow(result).priceE18));
          expect(price).toBe(openByMs.get(startMs) ?? NaN);
          if (interval === "daily") expect(price).toBe(Number(days.get(startMs)));
        }
      }
    },
    300_000,
  );
});
