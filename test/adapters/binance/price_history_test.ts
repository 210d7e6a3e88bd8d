import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { makeBinancePriceHistory } from "../../../adapters/binance/price_history.ts";
import type { Asset } from "../../../core/market/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import type { PriceFact } from "../../contract/price_feed_contract.ts";
import { priceHistoryContract } from "../../contract/price_history_contract.ts";
import { makeStillClock, ms } from "../../simulator/kit/support.ts";
import { runStill } from "../../still_run.ts";
import { makeExchange, SILENCE } from "./exchange_world.ts";

priceHistoryContract({
  name: "binance",
  stage: Effect.fnUntraced(function* (facts) {
    const exchange = yield* makeExchange();
    yield* exchange.put([...SILENCE, ...facts]);
    return makeBinancePriceHistory(exchange.client);
  }),
});

/** The points of a span from noon of a day on, asked for at noon of 2026-11-20. */
function points(
  { asset, day, seconds }: {
    readonly asset: Asset;
    readonly day: string;
    readonly seconds: number;
  },
  trades: ReadonlyArray<PriceFact> = [],
) {
  const clock = makeStillClock(ms("2026-11-20T12:30:00Z"));
  const startSec = UnixSec(ms(`${day}T12:00:00Z`) / 1000);
  const program = Effect.gen(function* () {
    const exchange = yield* makeExchange({ clock });
    yield* exchange.put(trades);
    const range = { startSec, endSec: UnixSec(startSec + seconds) };
    const history = makeBinancePriceHistory(exchange.client);
    return yield* history.points({ asset, range, granularity: "second" });
  });
  return runStill(clock, program);
}

describe("binance price history", () => {
  test("reads on by id where one answer holds only a part of the trades", async () => {
    const startMs = ms("2026-11-20T12:00:00Z");
    const trades = Array.from({ length: 3_500 }, (_, index) => ({
      asset: "btc" as const,
      atMs: startMs + index * 50,
      priceE18: BigInt(index + 1) * 10n ** 18n,
    }));
    const found = await points({ asset: "btc", day: "2026-11-20", seconds: 170 }, trades);
    expect(found.method).toBe("aggTrades");
    expect(found.points.map(({ priceE18 }) => Number(priceE18 / 10n ** 18n)))
      .toEqual(Array.from({ length: 170 }, (_, second) => second * 20 + 1));
  });

  test("falls back to minutes, and says so, where futures trades do not reach", async () => {
    const found = await points({ asset: "hype", day: "2026-11-10", seconds: 600 });
    expect(found.method).toBe("klines_1m");
    expect(found.points.every(({ source }) => source === "klines_1m")).toBe(true);
    expect(found.points.length).toBeGreaterThan(8);
  });
});
