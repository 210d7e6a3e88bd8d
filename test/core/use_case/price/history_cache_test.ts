import { describe, expect, test } from "bun:test";
import { Effect, Layer, Option } from "effect";
import { TestClock } from "effect/testing";
import { News, type NewsItem, type ReceivedNews } from "../../../../core/port/news.ts";
import { type ClosesQuery, PriceHistory } from "../../../../core/port/price_history.ts";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { HistoryCache, layerHistoryCache } from "../../../../core/use_case/price/mod.ts";

const NOW_SEC = 1_800_000_000;

const NO_FLEET = Layer.mock(News, { publish: () => {}, listen: () => Effect.void });

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
      Effect.provide(Layer.provide(layerHistoryCache, [history, NO_FLEET])),
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

describe("the closes of a fleet", () => {
  const hour = (endSec: number) => ({
    interval: "1hour" as const,
    startSec: UnixSec(endSec - 3_600),
    endSec: UnixSec(endSec),
  });
  const queryOf = (...endSecs: ReadonlyArray<number>): ClosesQuery => ({
    asset: "btc",
    windows: endSecs.map(hour),
  });

  /** Asks one replica and then the other one. Returns their answers, and the calls of both. */
  function askBoth(query: ClosesQuery) {
    const listeners: Array<(received: ReceivedNews) => void> = [];
    const published: Array<NewsItem> = [];
    let calls = 0;
    const news = Layer.succeed(News, {
      publish: (_, item) => {
        published.push(item);
        for (const listener of listeners) listener({ item });
      },
      listen: (_, listener) => Effect.sync(() => void listeners.push(listener)),
      recall: () => Effect.succeed([]),
    });
    const history = Layer.succeed(PriceHistory, {
      points: () => Effect.succeed({ method: "klines" as const, points: [] }),
      closes: ({ windows }) =>
        Effect.sync(() => {
          calls++;
          return windows.map((_, at) => at === 0 ? Option.none() : Option.some(10n ** 23n + 1n));
        }),
    });
    const layer = Layer.provide(Layer.fresh(layerHistoryCache), [history, news]);
    const program = Effect.gen(function* () {
      yield* TestClock.setTime(NOW_SEC * 1000);
      const [one, other] = yield* Effect.all([Layer.build(layer), Layer.build(Layer.fresh(layer))]);
      const ask = HistoryCache.use(({ closes }) => closes(query));
      const first = yield* Effect.provide(ask, one);
      const second = yield* Effect.provide(ask, other);
      yield* TestClock.adjust("11 minutes");
      yield* Effect.provide(ask, other);
      return { first, second };
    });
    return Effect.runPromise(
      Effect.scoped(Effect.provide(program, TestClock.layer())),
    ).then((answers) => ({ ...answers, calls, published: published.length }));
  }

  test("are fetched by one replica, and known to the others for as long", async () => {
    const asked = await askBoth(queryOf(NOW_SEC - 7_200, NOW_SEC - 3_600));
    expect(asked.first.answer).toEqual([Option.none(), Option.some(10n ** 23n + 1n)]);
    expect(asked.second).toEqual({ ...asked.first, isCached: true });
    // The first one's, and one after their life has ended.
    expect(asked.calls).toBe(2);
  });

  test("are not published while they may change, nor in long lists", async () => {
    expect(await askBoth(queryOf(NOW_SEC - 30))).toMatchObject({ calls: 3, published: 1 });
    const many = Array.from({ length: 101 }, (_, at) => NOW_SEC - 3_600 * (102 - at));
    expect(await askBoth(queryOf(...many))).toMatchObject({ calls: 3, published: 0 });
  });
});
