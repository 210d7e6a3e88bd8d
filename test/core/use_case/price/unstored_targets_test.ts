import { describe, expect, test } from "bun:test";
import { Effect, Layer, Option, References, Result } from "effect";
import { TestClock } from "effect/testing";
import fc from "fast-check";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { TargetJournal } from "../../../../core/port/target_journal.ts";
import { type IdentifiedTarget, TargetStore } from "../../../../core/port/target_store.ts";
import type { TargetQuery } from "../../../../core/price/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { Publisher } from "../../../../core/use_case/live/mod.ts";
import {
  layerTargetCache,
  makeUnstoredTargets,
  TargetCache,
} from "../../../../core/use_case/price/mod.ts";
import { layerMemoryPriceFeeds, makeStagedFeed } from "../../../memory/price_feed.ts";
import { layerMemoryTargetStore } from "../../../memory/target_store.ts";
import { oracleTarget, queryAt } from "../../price/oracle_target.ts";

const MIDNIGHT = 1_793_923_200;
const GONE = new StoreFailed({ operation: "store targets", cause: "gone" });
const NO_JOURNAL = { load: Effect.succeed([]), append: () => Effect.void, clear: Effect.void };

const queryOf = (number: number) => queryAt(UnixSec(MIDNIGHT + 300 * number));

function targetOf({ window: { startSec } }: TargetQuery) {
  return oracleTarget("relay", { observedSec: startSec, priceE18: BigInt(startSec) });
}

function identified(number: number): IdentifiedTarget {
  const query = queryOf(number);
  const { asset, window: { interval, startSec } } = query;
  return { id: { asset, interval, startSec }, target: targetOf(query) };
}

/** A store that can be away, a journal, and providers that have every price. */
function makeWorld() {
  const world = { isAway: false, journal: [] as ReadonlyArray<IdentifiedTarget> };
  const layerStore = Layer.effect(
    TargetStore,
    Effect.map(TargetStore, (store) => {
      const unlessAway = <A>(effect: Effect.Effect<A, StoreFailed>) =>
        Effect.suspend(() => world.isAway ? Effect.fail(GONE) : effect);
      return TargetStore.of({
        ...store,
        put: (targets) => unlessAway(store.put(targets)),
        evidence: (id) => unlessAway(store.evidence(id)),
      });
    }),
  );
  const layerJournal = Layer.succeed(TargetJournal, {
    load: Effect.sync(() => world.journal),
    append: (found) => Effect.sync(() => void (world.journal = [...world.journal, ...found])),
    clear: Effect.sync(() => void (world.journal = [])),
  });
  const feed = makeStagedFeed((query) => targetOf(query));
  /** A process on the store. */
  const run = <A>(
    use: (cache: TargetCache["Service"]) => Effect.Effect<A, StoreFailed, Publisher>,
  ) =>
    Effect.provide(
      TargetCache.use(use),
      Layer.fresh(layerTargetCache).pipe(
        Layer.provide([layerStore, layerJournal, layerMemoryPriceFeeds(feed)]),
      ),
    );
  return { world, run };
}

const onOneStore = <A>(program: Effect.Effect<A, unknown, TargetStore>) =>
  Effect.runPromise(program.pipe(
    Effect.provide(layerMemoryTargetStore),
    Effect.provide(TestClock.layer()),
    Effect.provideService(References.MinimumLogLevel, "None"),
  ));

describe("targets that are told while the store is away", () => {
  test("have their evidence at any time, and are stored when it is back", () =>
    fc.assert(fc.asyncProperty(
      fc.array(fc.record({ isPushed: fc.boolean(), isAway: fc.boolean() }), { maxLength: 8 }),
      async (steps) => {
        const { world, run } = makeWorld();
        await onOneStore(run((cache) =>
          Effect.gen(function* () {
            const told: Array<TargetQuery> = [];
            for (const [number, { isPushed, isAway }] of steps.entries()) {
              world.isAway = isAway;
              const query = queryOf(number);
              if (isPushed) yield* cache.keep([{ query, target: targetOf(query) }]);
              else yield* cache.ask([query]);
              told.push(query);
              for (const one of told) {
                const evidence = yield* Effect.result(cache.evidence(one));
                // A stored one cannot be read now: that is a failure, and never none.
                if (Result.isFailure(evidence)) expect(isAway).toBe(true);
                else expect(evidence.success).toEqual(Option.some(targetOf(one).evidence));
              }
            }
            world.isAway = false;
            yield* TestClock.adjust("10 seconds");
            const { asset, window: { interval } } = queryOf(0);
            const range = { startSec: UnixSec(0), endSec: UnixSec(2 * MIDNIGHT) };
            const store = yield* TargetStore;
            const stored = yield* store.find({ asset, interval, range });
            expect(stored.map(({ startSec }) => startSec)).toEqual(
              told.map(({ window }) => window.startSec),
            );
            expect(world.journal).toEqual([]);
          }) as Effect.Effect<void, StoreFailed>
        ));
      },
    )));

  test("are stored by the next process if this one ends meanwhile", async () => {
    const { world, run } = makeWorld();
    await onOneStore(Effect.gen(function* () {
      world.isAway = true;
      const [pushed, fetched] = [queryOf(1), queryOf(2)];
      yield* run((cache) =>
        Effect.andThen(
          cache.keep([{ query: pushed, target: targetOf(pushed) }]),
          cache.ask([fetched]),
        )
      );
      expect(world.journal).toHaveLength(2);
      world.isAway = false;
      yield* run((cache) =>
        Effect.gen(function* () {
          expect(cache.peek(pushed)).toBeDefined();
          yield* TestClock.adjust("10 seconds");
          expect(yield* cache.evidence(fetched)).toEqual(Option.some(targetOf(fetched).evidence));
        })
      );
      const { id } = identified(1);
      const stored = yield* (yield* TargetStore).evidence(id);
      expect(stored).toEqual(Option.some(targetOf(pushed).evidence));
      expect(world.journal).toEqual([]);
    }));
  });

  test("are told of to the other replicas only once they are stored", async () => {
    const { world, run } = makeWorld();
    await onOneStore(run((cache) =>
      Effect.gen(function* () {
        let told = 0;
        (yield* Publisher).subscribe({ publishFound: ({ length }) => void (told += length) });
        world.isAway = true;
        yield* cache.ask([queryOf(1)]);
        expect(told).toBe(0);
        world.isAway = false;
        yield* cache.ask([queryOf(2)]);
        expect(told).toBe(1);
        yield* TestClock.adjust("10 seconds");
        expect(told).toBe(2);
      })
    ));
  });
});

describe("makeUnstoredTargets()", () => {
  test("holds a bounded number, the newest ones, and stores them in batches", async () => {
    const puts: Array<number> = [];
    let isAway = true;
    const unstored = makeUnstoredTargets({
      journal: NO_JOURNAL,
      put: (found) =>
        Effect.suspend(() => {
          if (isAway) return Effect.fail(GONE);
          puts.push(found.length);
          return Effect.void;
        }),
    });
    const all = Array.from({ length: 10_100 }, (_, number) => identified(number));
    await onOneStore(Effect.gen(function* () {
      for (let from = 0; from < all.length; from += 50) {
        yield* unstored.keep(all.slice(from, from + 50), GONE);
      }
      expect(all.slice(0, 100).map(({ id }) => unstored.find(id))).toEqual(
        Array.from({ length: 100 }, () => undefined),
      );
      expect(all.slice(100).every(({ id, target }) => unstored.find(id) === target)).toBe(true);
      yield* TestClock.adjust("1 minute");
      isAway = false;
      yield* TestClock.adjust("20 minutes");
    }));
    expect(Math.max(...puts)).toBeLessThanOrEqual(100);
    expect(puts.reduce((sum, count) => sum + count, 0)).toBe(10_000);
    expect(unstored.waitingCount()).toBe(0);
    expect(all.every(({ id }) => unstored.find(id) === undefined)).toBe(true);
  });

  test("stores, and keeps in the journal, what is kept while the journal is cleared", async () => {
    const [first, second] = [identified(1), identified(2)];
    let journal: ReadonlyArray<IdentifiedTarget> = [];
    let isClearing = false;
    const stored: Array<IdentifiedTarget> = [];
    const unstored = makeUnstoredTargets({
      journal: {
        load: Effect.succeed([]),
        append: (found) => Effect.sync(() => void (journal = [...journal, ...found])),
        clear: Effect.gen(function* () {
          isClearing = true;
          yield* Effect.sleep("1 second");
          journal = [];
        }),
      },
      put: (found) => Effect.sync(() => void stored.push(...found)),
    });
    await onOneStore(Effect.gen(function* () {
      yield* unstored.keep([first], GONE);
      yield* TestClock.adjust("5 seconds");
      expect([stored, isClearing]).toEqual([[first], true]);
      yield* Effect.forkChild(unstored.keep([second], GONE));
      yield* TestClock.adjust("1 second");
      expect(journal).toEqual([second]);
      yield* TestClock.adjust("10 seconds");
      expect([stored, journal]).toEqual([[first, second], []]);
    }));
  });

  test("keeps the later target of a window while the earlier one is stored", () => {
    const unstored = makeUnstoredTargets({ journal: NO_JOURNAL, put: () => Effect.void });
    const [earlier, later] = [identified(1), { ...identified(1) }];
    unstored.hold([earlier]);
    unstored.hold([later]);
    unstored.release([earlier]);
    expect(unstored.find(later.id)).toBe(later.target);
    unstored.release([later]);
    expect(unstored.find(later.id)).toBeUndefined();
  });
});
