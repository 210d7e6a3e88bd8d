import { describe, expect, test } from "bun:test";
import { Effect, Layer, Option, Result } from "effect";
import { TestClock } from "effect/testing";
import { makeStagedLivePrices } from "../../../memory/live_prices.ts";
import { layerMemoryPriceFeeds, makeStagedFeed } from "../../../memory/price_feed.ts";
import { layerMemoryProviderWatch } from "../../../memory/provider_watch.ts";
import { PriceMissing } from "../../../../core/port/price_feed.ts";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import { TwapFeed, TwapMissing } from "../../../../core/port/twap_feed.ts";
import type { Report } from "../../../../core/price/mod.ts";
import { LatestTwaps, layerLatestTwaps, LiveStream } from "../../../../core/use_case/live/mod.ts";
import { layerLiveOver } from "./live_ground.ts";

const NOW_SEC = 1_793_880_000;
const FAILED = new ProviderFailed({ provider: "oracle", reason: "timeout", cause: "" });

function reportAt(observedSec: number, stream: Report["stream"] = "twap_60"): Report {
  const ids = { stream, feedId: "0x", fullReport: "0x" } as const;
  return { ...ids, validFromSec: observedSec, observedSec, priceE18: BigInt(observedSec) };
}

/** Asks for btc when the stream and the oracle have reports of these ages. */
async function ask(
  { live, asked, windowSec = 60 }: {
    readonly live?: number;
    readonly asked: number | "nothing" | "failure";
    readonly windowSec?: 30 | 60;
  },
) {
  const staged = makeStagedLivePrices();
  let calls = 0;
  const feed = Layer.succeed(TwapFeed, {
    latest: (series) =>
      Effect.suspend(() => {
        calls++;
        const stream = `twap_${series.windowSec}` as const;
        if (asked === "failure") return Effect.fail(FAILED);
        return Effect.succeed(
          asked === "nothing" ? Option.none() : Option.some(reportAt(NOW_SEC - asked, stream)),
        );
      }),
  });
  const missing = makeStagedFeed(({ asset, window: { interval, startSec } }) =>
    new PriceMissing({ asset, interval, startSec, isPending: true })
  );
  const layer = layerLatestTwaps.pipe(
    Layer.provideMerge(layerLiveOver(staged.prices, layerMemoryPriceFeeds(missing))),
    Layer.provide(Layer.merge(feed, layerMemoryProviderWatch)),
  );
  const program = Effect.gen(function* () {
    const { run } = yield* LiveStream;
    yield* Effect.forkChild(run);
    yield* TestClock.adjust(1);
    if (live !== undefined) {
      const doneSec = NOW_SEC - 289;
      const at = NOW_SEC - live;
      const lost = { kind: "lost_reports", asset: "btc", stream: "twap_60" } as const;
      staged.publish({ ...lost, fromSec: doneSec, toSec: at - 1 });
      staged.publish({ kind: "report", asset: "btc", report: reportAt(at) });
    }
    const latest = yield* LatestTwaps;
    return yield* Effect.all([
      Effect.result(latest.of({ asset: "btc", windowSec })),
      Effect.result(latest.of({ asset: "btc", windowSec })),
    ], { concurrency: "unbounded" });
  });
  const [first, second] = await Effect.runPromise(
    Effect.andThen(TestClock.setTime(NOW_SEC * 1000), Effect.provide(program, layer)).pipe(
      Effect.provide(TestClock.layer()),
    ),
  );
  return { first, second, calls };
}

describe("LatestTwaps", () => {
  test("takes the stream's while it runs, without asking", async () => {
    const { first, calls } = await ask({ live: 3, asked: 1 });
    expect(Result.getOrThrow(first)).toMatchObject({ isCached: true });
    expect(Result.getOrThrow(first).report.observedSec).toBe(NOW_SEC - 3);
    expect(calls).toBe(0);
  });

  test("does not take one look-back's average for another's", async () => {
    const { first, calls } = await ask({ live: 3, asked: 2, windowSec: 30 });
    expect(Result.getOrThrow(first).report.stream).toBe("twap_30");
    expect(calls).toBe(1);
  });

  test("asks when the stream has none or has stopped, once for all who ask", async () => {
    for (const live of [undefined, 30]) {
      const { first, second, calls } = await ask(
        live === undefined ? { asked: 2 } : { live, asked: 2 },
      );
      expect(Result.getOrThrow(first).report.observedSec).toBe(NOW_SEC - 2);
      expect(Result.getOrThrow(first).isCached).toBe(false);
      expect(Result.getOrThrow(second).report.observedSec).toBe(NOW_SEC - 2);
      expect(calls).toBe(1);
    }
  });

  test("gives the newer of the two, and the stream's when the oracle cannot be asked", async () => {
    expect(Result.getOrThrow((await ask({ live: 20, asked: 40 })).first).report.observedSec)
      .toBe(NOW_SEC - 20);
    expect(Result.getOrThrow((await ask({ live: 60, asked: "failure" })).first).report.observedSec)
      .toBe(NOW_SEC - 60);
  });

  test("gives none that is older than a minute", async () => {
    expect(Result.getOrThrow((await ask({ asked: 60 })).first).report.observedSec)
      .toBe(NOW_SEC - 60);
    const old = await ask({ live: 200, asked: 61 });
    expect(Result.isFailure(old.first) && old.first.failure).toBeInstanceOf(TwapMissing);
    const none = await ask({ asked: "nothing" });
    expect(Result.isFailure(none.first) && none.first.failure).toBeInstanceOf(TwapMissing);
    const failed = await ask({ live: 61, asked: "failure" });
    expect(Result.isFailure(failed.first) && failed.first.failure).toBe(FAILED);
  });
});
