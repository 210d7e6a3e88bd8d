import { describe, expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { TestClock } from "effect/testing";
import { PriceHistory, ProviderFailed } from "../../../../core/port/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { HistoryCache, layerHistoryCache } from "../../../../core/use_case/mod.ts";

const NOW_SEC = 1_800_000_000;

/** Asks for the points of the last `ageSec` to `ageSec + 60` seconds, three times in a while. */
function run(ageSec: number, options: { readonly failures: number; readonly pauseMs: number }) {
  let calls = 0;
  const history = Layer.succeed(PriceHistory, {
    points: () =>
      // Not at once, so that equal questions really are under way together.
      Effect.andThen(
        Effect.yieldNow,
        Effect.suspend(() =>
          ++calls <= options.failures
            ? Effect.fail(new ProviderFailed({ provider: "x", reason: "timeout", cause: null }))
            : Effect.succeed({ method: "klines" as const, points: [] })
        ),
      ),
    closes: () => Effect.succeed([]),
  });
  const program = Effect.gen(function* () {
    yield* TestClock.setTime(NOW_SEC * 1000);
    const book = yield* HistoryCache;
    const endSec = UnixSec(NOW_SEC - ageSec);
    const range = { startSec: UnixSec(endSec - 60), endSec };
    const ask = Effect.result(book.points({ asset: "btc", range, granularity: "minute" }));
    const equal = yield* Effect.all([ask, ask], { concurrency: "unbounded" });
    yield* TestClock.adjust(options.pauseMs);
    return [...equal, yield* ask];
  });
  return Effect.runPromise(
    program.pipe(
      Effect.provide(Layer.provide(layerHistoryCache, history)),
      Effect.provide(TestClock.layer()),
    ),
  ).then((results) => ({ results, calls }));
}

describe("HistoryCache", () => {
  test("asks once for final history, and reports cached answers", async () => {
    const { results, calls } = await run(3_600, { failures: 0, pauseMs: 300_000 });
    expect(calls).toBe(1);
    expect(results[0]).toMatchObject({ success: { isCached: false } });
    expect(results[2]).toMatchObject({ success: { isCached: true } });
  });

  test("asks again a moment later for what reaches into the present", async () => {
    expect((await run(0, { failures: 0, pauseMs: 500 })).calls).toBe(1);
    expect((await run(0, { failures: 0, pauseMs: 2_000 })).calls).toBe(2);
  });

  test("does not remember a failure", async () => {
    const { results, calls } = await run(3_600, { failures: 1, pauseMs: 0 });
    expect(calls).toBe(2);
    expect(results.map(({ _tag }) => _tag)).toEqual(["Failure", "Failure", "Success"]);
  });
});
