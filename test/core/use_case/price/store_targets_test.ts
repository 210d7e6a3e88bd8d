import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Layer, References, Result } from "effect";
import { TestClock } from "effect/testing";
import { layerMemoryPriceFeeds, makeStagedFeed } from "../../../memory/price_feed.ts";
import {
  ASSETS,
  INTERVALS,
  PROFILE_BY_NAME,
  providerOf,
  SPEC_CALENDAR,
  windowContaining,
} from "../../../../core/market/mod.ts";
import { PriceMissing } from "../../../../core/port/price_feed.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { TargetJournal, type TargetJournalService } from "../../../../core/port/target_journal.ts";
import { type IdentifiedTarget, TargetStore } from "../../../../core/port/target_store.ts";
import { type LiveOpening, targetRule } from "../../../../core/price/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { Publisher } from "../../../../core/use_case/live/mod.ts";
import { layerTargetCache, TargetCache } from "../../../../core/use_case/price/mod.ts";
import { KLINE, oracleTarget } from "../../price/oracle_target.ts";

const MIDNIGHT = UnixSec(1_793_923_200);
/** All that opens at a midnight: 35 windows. */
const OPENINGS: ReadonlyArray<LiveOpening> = ASSETS.flatMap((asset) =>
  INTERVALS.map((interval) => {
    const window = windowContaining(SPEC_CALENDAR, interval, MIDNIGHT);
    const rule = targetRule(PROFILE_BY_NAME.spec, window);
    const target = { priceE18: 5n, source: "klines", evidence: KLINE } as const;
    return { query: { asset, window, rule }, target };
  })
);

type Put = TargetStore["Service"]["put"];

/** Runs over a store with the given `put`, a journal, and no provider. */
function withStore<A>(
  put: Put,
  program: (book: TargetCache["Service"]) => Effect.Effect<A, never, Publisher>,
  journal: Partial<TargetJournalService> = {},
): Promise<A> {
  const store = Layer.mock(TargetStore, {
    find: () => Effect.succeed([]),
    dispute: () => Effect.fail(new StoreFailed({ operation: "test", cause: "" })),
    put,
  });
  const nobody = makeStagedFeed(({ asset, window: { interval, startSec } }) =>
    new PriceMissing({ asset, interval, startSec, isPending: true })
  );
  return Effect.runPromise(
    TargetCache.use(program).pipe(
      Effect.provide(Layer.provide(
        layerTargetCache,
        Layer.merge(store, layerMemoryPriceFeeds(nobody)),
      )),
      Effect.provide(TestClock.layer()),
      Effect.provideService(TargetJournal, {
        load: Effect.succeed([]),
        append: () => Result.void,
        clear: () => Result.void,
        ...journal,
      }),
      Effect.provideService(References.MinimumLogLevel, "None"),
    ),
  );
}

const asStored = (targets: ReadonlyArray<IdentifiedTarget>) =>
  targets.map(({ id, target }) => ({ startSec: id.startSec, ...target }));

describe("TargetCache.keep", () => {
  test("stores targets together that arrive together or during a put", async () => {
    const puts: Array<number> = [];
    const published: Array<string> = [];
    const messages = [
      ...Map.groupBy(OPENINGS, ({ query }) => `${query.asset} ${providerOf(query.window.interval)}`)
        .values(),
    ];
    await withStore(
      (targets) =>
        Effect.sleep("5 millis").pipe(Effect.map(() => {
          puts.push(targets.length);
          return asStored(targets);
        })),
      (book) =>
        Effect.gen(function* () {
          (yield* Publisher).subscribe({
            publishTarget: ({ id }) => published.push(`${id.asset}:${id.interval}`),
          });
          for (const openings of messages.slice(0, 4)) yield* Effect.forkChild(book.keep(openings));
          yield* TestClock.adjust("1 millis");
          for (const openings of messages.slice(4, 8)) yield* Effect.forkChild(book.keep(openings));
          yield* TestClock.adjust("1 millis");
          for (const openings of messages.slice(8)) yield* Effect.forkChild(book.keep(openings));
          yield* TestClock.adjust("5 millis");
          yield* TestClock.adjust("5 millis");
        }),
    );
    expect(messages.length).toBe(14);
    const countOf = (some: typeof messages) => some.flat().length;
    expect(puts).toEqual([countOf(messages.slice(0, 4)), countOf(messages.slice(4))]);
    expect(new Set(published).size).toBe(35);
    expect(published.length).toBe(35);
  });

  test("tells what is exact at once, and then trusts the store", async () => {
    const [opening] = OPENINGS as [LiveOpening];
    const isBack = Deferred.makeUnsafe<void>();
    await withStore(
      (targets) =>
        Effect.as(
          Deferred.await(isBack),
          targets.map(({ id }) => ({
            startSec: id.startSec,
            priceE18: 5n,
            source: "oracle_twap_late" as const,
          })),
        ),
      (book) =>
        Effect.gen(function* () {
          const published: Array<string> = [];
          (yield* Publisher).subscribe({
            publishTarget: ({ target }) => published.push(target.source),
          });
          yield* book.keep([opening]);
          expect(published).toEqual(["klines"]);
          yield* Deferred.succeed(isBack, undefined);
          yield* TestClock.adjust("1 millis");
          // Published once; every later request gets what every replica returns.
          expect(published).toEqual(["klines"]);
          expect(book.peek(opening.query)?.source).toBe("oracle_twap_late");
        }),
    );
  });

  test("tells what replicas may differ in once the store has it", async () => {
    const [{ query }] = OPENINGS as [LiveOpening];
    const late = { observedSec: MIDNIGHT + 4, priceE18: 5n, isLate: true };
    const isBack = Deferred.makeUnsafe<void>();
    await withStore(
      (targets) => Effect.as(Deferred.await(isBack), asStored(targets)),
      (book) =>
        Effect.gen(function* () {
          yield* Effect.forkChild(book.keep([{ query, target: oracleTarget("report", late) }]));
          yield* TestClock.adjust("1 second");
          expect(book.peek(query)).toBeUndefined();
          yield* Deferred.succeed(isBack, undefined);
          yield* TestClock.adjust("1 millis");
          expect(book.peek(query)?.source).toBe("oracle_twap_late");
        }),
    );
  });

  test("tells what the journal could not take once the store has it", async () => {
    const [opening] = OPENINGS as [LiveOpening];
    const isBack = Deferred.makeUnsafe<void>();
    await withStore(
      (targets) => Effect.as(Deferred.await(isBack), asStored(targets)),
      (book) =>
        Effect.gen(function* () {
          yield* Effect.forkChild(book.keep([opening]));
          yield* TestClock.adjust("1 second");
          expect(book.peek(opening.query)).toBeUndefined();
          yield* Deferred.succeed(isBack, undefined);
          yield* TestClock.adjust("1 millis");
          expect(book.peek(opening.query)?.source).toBe("klines");
        }),
      { append: () => Result.fail(new Error("the disk is full")) },
    );
  });

  test("a final price is kept though it is not stored, and another one is a dispute", async () => {
    const [{ query }] = OPENINGS as [LiveOpening];
    const point = (priceE18: bigint): LiveOpening => ({
      query,
      target: oracleTarget("relay", { observedSec: MIDNIGHT, priceE18 }),
    });
    await withStore(
      () => Effect.fail(new StoreFailed({ operation: "test", cause: "" })),
      (book) =>
        Effect.gen(function* () {
          const published: Array<string> = [];
          (yield* Publisher).subscribe({ publishTarget: ({ change }) => published.push(change) });
          yield* book.keep([point(5n)]);
          yield* book.keep([point(7n)]);
          yield* TestClock.adjust("1 minute");
          expect(book.peek(query)).toEqual({ priceE18: 5n, source: "oracle_twap" });
          expect(published).toEqual(["opened"]);
          expect(book.counts().disputed).toBe(1);
        }),
    );
  });

  test("a late report does not contradict a point of the exact second", async () => {
    const [{ query }] = OPENINGS as [LiveOpening];
    const second = { observedSec: MIDNIGHT, priceE18: 7n };
    const late = { observedSec: MIDNIGHT + 4, priceE18: 5n, isLate: true };
    await withStore(
      (targets) => Effect.succeed(asStored(targets)),
      (book) =>
        Effect.gen(function* () {
          yield* book.keep([{ query, target: oracleTarget("report", late) }]);
          yield* book.keep([{ query, target: oracleTarget("relay", second) }]);
          yield* TestClock.adjust("1 minute");
          expect(book.peek(query)?.source).toBe("oracle_twap_late");
          expect(book.counts().disputed).toBe(0);
          // Another one that stands in for it does.
          yield* book.keep([{ query, target: oracleTarget("report", { ...late, priceE18: 9n }) }]);
          yield* TestClock.adjust("1 minute");
          expect(book.counts().disputed).toBe(1);
        }),
    );
  });
});
