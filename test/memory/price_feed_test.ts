import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { layerMemoryPriceFeeds, makeStagedFeed, openingAmong } from "./price_feed.ts";
import { INTERVALS, PROFILE_BY_NAME, windowContaining } from "../../core/market/mod.ts";
import { PriceFeeds } from "../../core/port/mod.ts";
import { targetRule } from "../../core/price/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { priceFeedContract } from "../contract/price_feed_contract.ts";

priceFeedContract({
  name: "memory",
  intervals: INTERVALS,
  stage: (facts) => Effect.succeed(makeStagedFeed(openingAmong(facts))),
});

describe("memory price feed", () => {
  test("takes the close of the minute for a day that opens at noon", async () => {
    const profile = PROFILE_BY_NAME.polymarket;
    const window = windowContaining(profile.calendar, "daily", UnixSec(1_792_000_000));
    const rule = targetRule(profile, window);
    if (rule.kind !== "minute_close") throw new Error("the day does not open at noon");
    const trades = [-1, 0, 30, 59, 60].map((offsetSec) => ({
      asset: "btc" as const,
      atMs: (rule.minuteSec + offsetSec) * 1000,
      priceE18: BigInt(offsetSec + 100),
    }));
    const [result] = await Effect.runPromise(
      PriceFeeds.use((feeds) => feeds.exchange.openings([{ asset: "btc", window, rule }])).pipe(
        Effect.provide(layerMemoryPriceFeeds(makeStagedFeed(openingAmong(trades)))),
      ),
    );
    expect(result && Result.getOrThrow(result)).toMatchObject({
      priceE18: 159n,
      source: "klines_1m",
    });
  });
});
