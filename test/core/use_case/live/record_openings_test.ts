import { describe, expect, test } from "bun:test";
import { Clock, Effect, Layer, Result } from "effect";
import { TestClock } from "effect/testing";
import { layerMemoryJobWatch } from "../../../memory/job_watch.ts";
import { makeStagedLivePrices } from "../../../memory/live_prices.ts";
import { ASSETS, INTERVALS } from "../../../../core/market/mod.ts";
import { JobWatch } from "../../../../core/port/job_watch.ts";
import { type PriceFeed, PriceFeeds, PriceMissing } from "../../../../core/port/price_feed.ts";
import { ProviderOff } from "../../../../core/port/provider_failure.ts";
import { targetKey, type TargetQuery } from "../../../../core/price/mod.ts";
import { recordOpenings } from "../../../../core/use_case/live/mod.ts";
import { KLINE } from "../../price/oracle_target.ts";
import { layerLiveOver } from "./live_ground.ts";

const START_SEC = 1_767_225_600;

/** Publishes each price so long after its window opened; notes when it was asked for what. */
function makeFeed(delayMs: number) {
  const asked: Array<{ readonly atMs: number; readonly query: TargetQuery }> = [];
  const feed: PriceFeed = {
    groups: (queries) => queries.length === 0 ? [] : [queries],
    openings: (group) =>
      Effect.map(Clock.currentTimeMillis, (atMs) =>
        group.map((query) => {
          asked.push({ atMs, query });
          const { asset, window: { interval, startSec } } = query;
          return atMs < startSec * 1000 + delayMs
            ? Result.fail(new PriceMissing({ asset, interval, startSec, isPending: true }))
            : Result.succeed({ priceE18: 1n, source: "klines" as const, evidence: KLINE });
        })),
  };
  return { feed, asked };
}

function record(feeds: Layer.Layer<PriceFeeds>, forMs: number, live = makeStagedLivePrices()) {
  const program = Effect.gen(function* () {
    yield* TestClock.setTime(START_SEC * 1000 - 10_000);
    yield* Effect.forkChild(recordOpenings);
    yield* TestClock.adjust(forMs);
    return yield* (yield* JobWatch).reports;
  });
  const layer = Layer.provideMerge(layerLiveOver(live.prices, feeds), layerMemoryJobWatch);
  return Effect.runPromise(program.pipe(Effect.provide(layer), Effect.provide(TestClock.layer())));
}

describe("recordOpenings", () => {
  test("records every window of every asset soon after it opens, and then rests", async () => {
    const { feed, asked } = makeFeed(1_500);
    const [job] = await record(
      Layer.succeed(PriceFeeds, { oracle: feed, exchange: feed }),
      320_000,
    );
    expect(job).toMatchObject({ name: "record_openings", ok: true });
    // Midnight opens 35 windows at once.
    const atMidnight = asked.filter(({ query }) => query.window.startSec === START_SEC);
    expect(new Set(atMidnight.map(({ query }) => targetKey(query))).size)
      .toBe(ASSETS.length * INTERVALS.length);
    const delays = atMidnight.map(({ atMs }) => atMs - START_SEC * 1000);
    expect(Math.min(...delays)).toBeGreaterThan(0);
    expect(Math.max(...delays)).toBeLessThan(2_500);
    // One look at the start, a few at each of two boundaries, and none between.
    expect(new Set(asked.map(({ atMs }) => atMs)).size).toBeLessThan(14);
  });

  test("does not call it a failure that a provider is not set up", async () => {
    const { feed } = makeFeed(0);
    const off = Result.fail(new ProviderOff({ provider: "oracle", setting: "KEY" }));
    const oracle: PriceFeed = {
      groups: (queries) => queries.length === 0 ? [] : [queries],
      openings: (group) => Effect.succeed(group.map(() => off)),
    };
    const [job] = await record(Layer.succeed(PriceFeeds, { oracle, exchange: feed }), 20_000);
    expect(job).toMatchObject({ ok: true });
  });
});
