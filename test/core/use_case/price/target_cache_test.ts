import { describe, expect, test } from "bun:test";
import { Effect, Fiber, Layer, Option, Result } from "effect";
import { TestClock } from "effect/testing";
import fc from "fast-check";
import { layerMemoryTargetStore } from "../../../memory/target_store.ts";
import {
  ASSETS,
  PROFILE_BY_NAME,
  SPEC_CALENDAR,
  windowsStartingIn,
} from "../../../../core/market/mod.ts";
import {
  type OpeningResult,
  type PriceFeed,
  PriceFeeds,
  PriceMissing,
} from "../../../../core/port/price_feed.ts";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { TargetStore } from "../../../../core/port/target_store.ts";
import {
  type Target,
  targetKey,
  type TargetQuery,
  targetRule,
} from "../../../../core/price/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { layerTargetCache, TargetCache } from "../../../../core/use_case/price/mod.ts";

const DAY = { startSec: UnixSec(1_767_225_600), endSec: UnixSec(1_767_312_000) };
const QUERIES = (["btc", "eth"] as const).flatMap((asset) =>
  (["5min", "1hour"] as const).flatMap((interval) =>
    [...windowsStartingIn(SPEC_CALENDAR, interval, DAY)].slice(0, 8).map((window) => ({
      asset,
      window,
      rule: targetRule(PROFILE_BY_NAME.spec, window),
    }))
  )
);
const [FIRST] = QUERIES as [TargetQuery];

/** The one true price of a question. */
function targetOf({ asset, window }: TargetQuery): Target {
  const priceE18 = BigInt(window.startSec) * 1_000n + BigInt(ASSETS.indexOf(asset));
  const symbol = { market: "spot", symbol: asset } as const;
  const evidence = {
    kind: "trade",
    ...symbol,
    tradeId: window.startSec,
    tradedAtMs: window.startSec * 1000,
    price: "1",
    quantity: "1",
  } as const;
  return { priceE18, source: "aggTrades", evidence };
}

/** A provider that takes a second for a group, and counts how often each question was asked. */
function makeProvider(answer: (query: TargetQuery) => OpeningResult, groupSize = 3) {
  const asked = new Map<string, number>();
  const feed: PriceFeed = {
    groups: (queries) =>
      Array.from(
        { length: Math.ceil(queries.length / groupSize) },
        (_, index) => queries.slice(index * groupSize, (index + 1) * groupSize),
      ),
    openings: (group) =>
      Effect.sync(() => {
        for (const query of group) {
          asked.set(targetKey(query), (asked.get(targetKey(query)) ?? 0) + 1);
        }
        return group.map(answer);
      }).pipe(Effect.delay("1 second")),
  };
  return { feeds: Layer.succeed(PriceFeeds, { oracle: feed, exchange: feed }), asked };
}

const right = (query: TargetQuery): OpeningResult => Result.succeed(targetOf(query));

function run<A, E>(
  effect: Effect.Effect<A, E, TargetCache | TargetStore>,
  feeds: Layer.Layer<PriceFeeds>,
  store: Layer.Layer<TargetStore> = layerMemoryTargetStore,
) {
  const layer = layerTargetCache.pipe(Layer.provideMerge(Layer.merge(feeds, store)));
  return Effect.runPromise(effect.pipe(Effect.provide(layer), Effect.provide(TestClock.layer())));
}

/** Advances the clock until the effect has ended. */
const resultOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect);
    for (let second = 0; second < 60; second++) yield* TestClock.adjust("1 second");
    return yield* Fiber.join(fiber);
  });

/** Questions in any order, with repetitions, in several callers at once. */
const callers = fc.array(fc.array(fc.constantFrom(...QUERIES), { maxLength: 12 }), {
  minLength: 1,
  maxLength: 6,
});

describe("TargetCache", () => {
  test("asks upstream once for equal queries, and answers each in its position", () =>
    fc.assert(
      fc.asyncProperty(callers, fc.boolean(), async (callers, isPatient) => {
        const { feeds, asked } = makeProvider(right);
        const answers = await run(
          resultOf(Effect.gen(function* () {
            const book = yield* TargetCache;
            const ask = (queries: ReadonlyArray<TargetQuery>) =>
              isPatient
                ? Effect.map(book.ask(queries), ({ results }) => results.map(Result.getOrThrow))
                : Effect.map(
                  book.askUntil(queries, Effect.never),
                  ({ results }) => results.map(Option.getOrThrow).map(Result.getOrThrow),
                );
            return yield* Effect.forEach(callers, ask, { concurrency: "unbounded" });
          })),
          feeds,
        );
        expect([...asked.values()].every((times) => times === 1)).toBe(true);
        expect(new Set(asked.keys())).toEqual(new Set(callers.flat().map(targetKey)));
        for (const [index, queries] of callers.entries()) {
          expect(answers[index]?.map(({ priceE18 }) => priceE18))
            .toEqual(queries.map((query) => targetOf(query).priceE18));
        }
      }),
      { numRuns: 50 },
    ));

  test("never asks again for what is stored, also after a restart", async () => {
    const { feeds, asked } = makeProvider(right);
    const program = Effect.gen(function* () {
      const store = yield* TargetStore;
      const restarted = layerTargetCache.pipe(
        Layer.provide(Layer.merge(feeds, Layer.succeed(TargetStore, store))),
      );
      const ask = Effect.gen(function* () {
        return yield* (yield* TargetCache).ask(QUERIES);
      });
      const first = yield* resultOf(ask);
      const second = yield* ask.pipe(Effect.provide(Layer.fresh(restarted)));
      return [first, second] as const;
    });
    const [first, second] = await run(program, feeds);
    expect(first.isCached).toBe(false);
    expect(second.isCached).toBe(true);
    expect(second.results.map(Result.getOrThrow).map(({ priceE18 }) => priceE18))
      .toEqual(first.results.map(Result.getOrThrow).map(({ priceE18 }) => priceE18));
    expect([...asked.values()].every((times) => times === 1)).toBe(true);
  });

  test("returns what it has when time is up, and stores requests in flight", async () => {
    const { feeds, asked } = makeProvider(right, 1);
    const answers = await run(
      resultOf(Effect.gen(function* () {
        const book = yield* TargetCache;
        // Four lanes, a second each: eight answers in two and a half seconds, four under way.
        const partial = yield* book.askUntil(QUERIES.slice(0, 16), Effect.sleep(2_500));
        yield* Effect.sleep("3 seconds");
        const whole = yield* book.askUntil(QUERIES.slice(0, 16), Effect.never);
        return { partial, whole };
      })),
      feeds,
    );
    const found = answers.partial.results.filter(Option.isSome).length;
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(16);
    expect(answers.whole.results.every(Option.isSome)).toBe(true);
    expect(asked.size).toBe(16);
    expect([...asked.values()].every((times) => times === 1)).toBe(true);
  });

  test("does not store a failure, and asks again once it is no longer fresh", async () => {
    const failures: ReadonlyArray<readonly [OpeningResult, number]> = [
      [
        Result.fail(
          new PriceMissing({ asset: "btc", interval: "5min", startSec: 0, isPending: true }),
        ),
        250,
      ],
      [
        Result.fail(new ProviderFailed({ provider: "oracle", reason: "timeout", cause: null })),
        1_000,
      ],
    ];
    for (const [failure, freshMs] of failures) {
      let calls = 0;
      const { feeds } = makeProvider((query) => ++calls === 1 ? failure : right(query));
      const seen = await run(
        Effect.gen(function* () {
          const book = yield* TargetCache;
          const ask = resultOfOneCall(book.ask([FIRST]));
          const first = yield* ask;
          const soon = yield* book.ask([FIRST]);
          yield* TestClock.adjust(freshMs);
          const later = yield* ask;
          const stored = yield* (yield* TargetStore).find({
            asset: FIRST.asset,
            interval: FIRST.window.interval,
            range: DAY,
          });
          return { first, soon, later, stored };
        }),
        feeds,
      );
      expect(seen.first.results).toEqual([failure]);
      expect(seen.soon).toEqual({ results: [failure], isCached: true });
      expect(seen.later.results).toMatchObject([{
        success: { priceE18: targetOf(FIRST).priceE18 },
      }]);
      expect(seen.stored).toHaveLength(1);
      expect(calls).toBe(2);
    }
  });

  test("answers what cannot be stored, and fails when the store cannot be read", async () => {
    const failed = () => Effect.fail(new StoreFailed({ operation: "test", cause: null }));
    const deaf = (find: TargetStore["Service"]["find"]) =>
      Layer.mock(TargetStore, { find, put: failed });
    const { feeds } = makeProvider(right);
    const ask = resultOf(TargetCache.use((book) => Effect.result(book.ask([FIRST]))));
    const unkept = await run(ask, feeds, deaf(() => Effect.succeed([])));
    expect(unkept).toMatchObject({ success: { isCached: false } });
    const unread = await run(ask, feeds, deaf(failed));
    expect(unread).toMatchObject({ failure: { _tag: "StoreFailed" } });
  });

  test("returns what another replica stored first, not what it found itself", async () => {
    const { feeds } = makeProvider(right);
    const other = { startSec: FIRST.window.startSec, priceE18: 7n, source: "klines" } as const;
    const shared = Layer.mock(TargetStore, {
      find: () => Effect.succeed([]),
      put: (targets) => Effect.succeed(targets.map(() => other)),
    });
    const ask = resultOf(
      TargetCache.use((book) => Effect.all([book.ask([FIRST]), book.ask([FIRST])])),
    );
    for (const { results } of await run(ask, feeds, shared)) {
      expect(results).toMatchObject([{ success: { priceE18: 7n, source: "klines" } }]);
    }
  });

  test("releases its callers when an adapter breaks, and asks again", async () => {
    let calls = 0;
    const { feeds } = makeProvider((query) => {
      if (++calls === 1) throw new Error("a defect");
      return right(query);
    });
    const outcomes = await run(
      resultOf(Effect.gen(function* () {
        const book = yield* TargetCache;
        const first = yield* Effect.exit(book.ask([FIRST]));
        const second = yield* Effect.exit(book.ask([FIRST]));
        return [first._tag, second._tag];
      })),
      feeds,
    );
    expect(outcomes).toEqual(["Failure", "Success"]);
  });

  test("keeps on asking when the caller goes away", async () => {
    const { feeds } = makeProvider(right);
    const seen = await run(
      Effect.gen(function* () {
        const book = yield* TargetCache;
        const caller = yield* Effect.forkChild(book.ask([FIRST]));
        yield* TestClock.adjust("100 millis");
        yield* Fiber.interrupt(caller);
        yield* TestClock.adjust("2 seconds");
        return book.peek(FIRST);
      }),
      feeds,
    );
    expect(seen?.priceE18).toBe(targetOf(FIRST).priceE18);
  });
});

/** As {@linkcode resultOf}, but only as long as one call takes. */
function resultOfOneCall<A, E, R>(effect: Effect.Effect<A, E, R>) {
  return Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect);
    yield* TestClock.adjust("1 second");
    return yield* Fiber.join(fiber);
  });
}
