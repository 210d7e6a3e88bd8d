import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { TestClock } from "effect/testing";
import { makeStagedLivePrices } from "../../../memory/live_prices.ts";
import { layerMemoryPriceFeeds } from "../../../memory/price_feed.ts";
import type { LiveEvent } from "../../../../core/port/live_prices.ts";
import type { PriceFeed } from "../../../../core/port/price_feed.ts";
import type { StreamEvent } from "../../../../core/stream/mod.ts";
import { LiveStream, Publisher } from "../../../../core/use_case/live/mod.ts";
import { TargetCache } from "../../../../core/use_case/price/mod.ts";
import { pointOf, QUERY, reportOf, START_SEC } from "../../price/oracle_target.ts";
import { layerLiveOver } from "./live_ground.ts";

const SECOND = { observedSec: START_SEC, priceE18: 78_449_058_135_307_053_957_120n };
const POINT: LiveEvent = { kind: "point", asset: "btc", point: pointOf(SECOND) };
const REPORT: LiveEvent = { kind: "report", asset: "btc", report: reportOf(SECOND) };

/** What is told of the window, and known of it, when this is published and nobody answers. */
function hear(atSec: number, ...events: ReadonlyArray<LiveEvent>) {
  const staged = makeStagedLivePrices();
  const silent: PriceFeed = { groups: (queries) => [queries], openings: () => Effect.never };
  const layer = layerLiveOver(staged.prices, layerMemoryPriceFeeds(silent));
  const program = Effect.gen(function* () {
    yield* TestClock.setTime(atSec * 1000);
    const stream = yield* LiveStream;
    const told: Array<StreamEvent> = [];
    (yield* Publisher).subscribe({
      publishEvent: (event) => {
        if (event.kind === "target" && event.topic === "targets:btc:5min") told.push(event);
      },
    });
    yield* Effect.forkChild(stream.run);
    yield* TestClock.adjust(1);
    for (const event of events) {
      staged.publish(event);
      // Longer than anything waits for what is missing before it.
      yield* TestClock.adjust("2 seconds");
    }
    return { told, known: (yield* TargetCache).peek(QUERY) };
  });
  return Effect.runPromise(program.pipe(Effect.provide(layer), Effect.provide(TestClock.layer())));
}

describe("what the providers publish", () => {
  test("opens a window by a point of its first second, without a request", async () => {
    const { told } = await hear(START_SEC + 1, POINT);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      seq: START_SEC,
      source: "oracle_twap",
      priceE18: SECOND.priceE18,
    });
  });

  test("is published once, whichever source delivers the second first", async () => {
    for (const events of [[POINT, REPORT], [REPORT, POINT]]) {
      const { told } = await hear(START_SEC + 1, ...events);
      expect(told).toHaveLength(1);
      expect(told[0]).toMatchObject({ source: "oracle_twap", priceE18: SECOND.priceE18 });
    }
  });

  test("opens no window that is yet to come", async () => {
    for (const event of [POINT, REPORT]) {
      const { told, known } = await hear(START_SEC - 30, event);
      expect(told).toEqual([]);
      expect(known).toBeUndefined();
    }
  });
});
