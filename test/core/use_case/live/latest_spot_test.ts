import { describe, expect, test } from "bun:test";
import { Effect, Exit } from "effect";
import { TestClock } from "effect/testing";
import { latestSpot, LiveStream, SpotMissing } from "../../../../core/use_case/live/mod.ts";
import { tradeAt } from "../../../stage/exchange_trade.ts";
import { makeMemoryPublisher } from "../../../http/stream/memory_publisher.ts";

const AT_MS = 1_793_880_000_000;

const askAt = (nowMs: number) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(nowMs);
    return yield* latestSpot("btc");
  }).pipe(
    Effect.provideService(LiveStream, {
      ...makeMemoryPublisher({ headSec: 0, replay: () => Effect.succeed([]) }).stream,
      newestTrade: (asset) => asset === "btc" ? tradeAt(AT_MS) : undefined,
    }),
    Effect.provide(TestClock.layer()),
    Effect.runPromiseExit,
  );

describe("latestSpot()", () => {
  test("returns a trade as long as it is at most 10 s old", async () => {
    expect(await askAt(AT_MS + 10_000)).toEqual(Exit.succeed(tradeAt(AT_MS)));
    expect(await askAt(AT_MS + 10_001))
      .toEqual(Exit.fail(new SpotMissing({ asset: "btc", ageMs: 10_001 })));
  });

  test("says how old a trade is that is too old", () => {
    expect(new SpotMissing({ asset: "btc", ageMs: 12_345 }).message)
      .toBe("Cannot give the spot price of btc: the exchange's newest trade is 12.3 s old");
    expect(new SpotMissing({ asset: "btc" }).message)
      .toBe(
        "Cannot give the spot price of btc: no trade was received since the service has started",
      );
  });
});
