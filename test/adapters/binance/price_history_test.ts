import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { makeBinancePriceHistory } from "../../../adapters/binance/price_history.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { priceHistoryContract } from "../../contract/price_history_contract.ts";
import { layerStillClock, makeStillClock, ms } from "../../simulator/kit/support.ts";
import { makeExchange, SILENCE } from "./exchange_world.ts";

priceHistoryContract({
  name: "binance",
  stage: (facts) =>
    Effect.gen(function* () {
      const exchange = yield* makeExchange();
      yield* exchange.put([...SILENCE, ...facts]);
      return makeBinancePriceHistory(exchange.client);
    }),
});

describe("binance price history", () => {
  const range = (fromIso: string, seconds: number) => ({
    startSec: UnixSec(ms(fromIso) / 1000),
    endSec: UnixSec(ms(fromIso) / 1000 + seconds),
  });

  test("reads on by id where one answer holds only a part of the trades", async () => {
    const clock = makeStillClock(ms("2026-11-20T12:30:00Z"));
    const startMs = ms("2026-11-20T12:00:00Z");
    const trades = Array.from({ length: 3_500 }, (_, index) => ({
      asset: "btc" as const,
      atMs: startMs + index * 50,
      priceE18: BigInt(index + 1) * 10n ** 18n,
    }));
    const points = await Effect.runPromise(Effect.provide(
      Effect.scoped(Effect.gen(function* () {
        const exchange = yield* makeExchange({ clock });
        yield* exchange.put(trades);
        const history = makeBinancePriceHistory(exchange.client);
        return yield* history.points({
          asset: "btc",
          range: range("2026-11-20T12:00:00Z", 170),
          granularity: "second",
        });
      })),
      layerStillClock(clock),
    ));
    expect(points.method).toBe("aggTrades");
    expect(points.points.map(({ priceE18 }) => Number(priceE18 / 10n ** 18n)))
      .toEqual(Array.from({ length: 170 }, (_, second) => second * 20 + 1));
  });

  test("falls back to minutes, and says so, where futures trades do not reach", async () => {
    const clock = makeStillClock(ms("2026-11-20T12:30:00Z"));
    const points = await Effect.runPromise(Effect.provide(
      Effect.scoped(Effect.gen(function* () {
        const exchange = yield* makeExchange({ clock });
        const history = makeBinancePriceHistory(exchange.client);
        return yield* history.points({
          asset: "hype",
          range: range("2026-11-10T12:00:00Z", 600),
          granularity: "second",
        });
      })),
      layerStillClock(clock),
    ));
    expect(points.method).toBe("klines_1m");
    expect(points.points.every(({ source }) => source === "klines_1m")).toBe(true);
    expect(points.points.length).toBeGreaterThan(8);
  });
});
