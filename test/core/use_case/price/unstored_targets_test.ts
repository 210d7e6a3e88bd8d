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
const NO_JOURNAL = {
  load: Effect.succeed([]),
  append: () => Result.void,
  clear: () => Result.void,
};

const queryOf = (number: number) => queryAt(UnixSec(MIDNIGHT + 300 * number));

function targetOf({ window: { startSec } }: TargetQuery) {
  return oracleTarget("relay", { observedSec: startSec, priceE18: BigInt(startSec) });
}

function identified(number: number): IdentifiedTarget {
  const query = queryOf(number);
  const { asset, window: { interval, startSec } } = query;
  return { id: { asset, interval, startSec }, target: targetOf(query) };
}

const turns = (count: number) => Effect.replicateEffect(Effect.yieldNow, count, { discard: true });

/**
 * A store that can be away, a journal, and providers that have every price. A process does as many
 * steps as are left, of both: half of them begin one, and half end it.
 */
function makeWorld() {
  const world = {
    isAway: false,
    stepsLeft: Infinity,
    journal: [] as ReadonlyArray<IdentifiedTarget>,
  };
  const step = Effect.sync(() => {
    if (world.stepsLeft <= 0) throw new Error("the process is dead");
    world.stepsLeft -= 1;
  });
  const inJournal = (action: () => void) => {
    Effect.runSync(step);
    action();
    Effect.runSync(step);
    return Result.void;
  };
  const layerStore = Layer.effect(
    TargetStore,
    Effect.map(TargetStore, (store) => {
      const unlessAway = <A>(effect: Effect.Effect<A, StoreFailed>) =>
        Effect.suspend(() => world.isAway ? Effect.fail(GONE) : effect);
      return TargetStore.of({
        ...store,
        put: (targets) =>
          step.pipe(
            Effect.andThen(turns(4)),
            Effect.andThen(unlessAway(store.put(targets))),
            Effect.tap(() => step),
          ),
        evidence: (id) => unlessAway(store.evidence(id)),
      });
    }),
  );
  const layerJournal = Layer.succeed(TargetJournal, {
    load: Effect.sync(() => world.journal),
    append: (found) => inJournal(() => void (world.journal = [...world.journal, ...found])),
    clear: () => inJournal(() => void (world.journal = [])),
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
            // The first time what is on its way ends, the second what waits.
            yield* Effect.andThen(turns(20), TestClock.adjust("10 seconds"));
            yield* turns(20);
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

  test("are stored by the next process wherever this one is killed", () =>
    fc.assert(fc.asyncProperty(
      fc.nat({ max: 12 }),
      fc.integer({ min: 1, max: 3 }),
      fc.nat({ max: 12 }),
      async (steps, count, gap) => {
        const { world, run } = makeWorld();
        const queries = Array.from({ length: count }, (_, number) => queryOf(number));
        const toldSecs = new Set<number>();
        await onOneStore(Effect.gen(function* () {
          world.stepsLeft = steps;
          yield* run((cache) =>
            Effect.gen(function* () {
              (yield* Publisher).subscribe({
                publishTarget: ({ id }) => void toldSecs.add(id.startSec),
              });
              for (const query of queries) {
                yield* Effect.exit(cache.keep([{ query, target: targetOf(query) }]));
                // The next may come before, while or after this one is stored.
                yield* turns(gap);
              }
            })
          );
          world.stepsLeft = Infinity;
          const told = queries.filter(({ window }) => toldSecs.has(window.startSec));
          yield* run((cache) =>
            Effect.gen(function* () {
              for (const query of told) {
                const evidence = yield* cache.evidence(query);
                expect(evidence).toEqual(Option.some(targetOf(query).evidence));
              }
              yield* TestClock.adjust("10 seconds");
              yield* turns(20);
            })
          );
          for (const query of told) {
            const id = { ...identified(0).id, startSec: query.window.startSec };
            const stored = yield* (yield* TargetStore).evidence(id);
            expect(stored).toEqual(Option.some(targetOf(query).evidence));
          }
          expect(world.journal).toEqual([]);
        }));
      },
    )));

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

  test("gives the journal once more what it could not take", async () => {
    const given: Array<number> = [];
    const unstored = makeUnstoredTargets({
      journal: {
        ...NO_JOURNAL,
        append: ({ length }) =>
          given.push(length) === 1 ? Result.fail(new Error("the disk is full")) : Result.void,
      },
      put: () => Effect.fail(GONE),
    });
    const one = [identified(1)];
    await onOneStore(Effect.gen(function* () {
      expect(yield* unstored.hold(one)).toBe(false);
      yield* unstored.keep(one, GONE);
      expect(given).toEqual([1, 1]);
      expect(yield* unstored.hold(one)).toBe(true);
      expect(given).toEqual([1, 1]);
    }));
  });

  test("keeps the later target of a window while the earlier one is stored", async () => {
    const unstored = makeUnstoredTargets({ journal: NO_JOURNAL, put: () => Effect.void });
    const [earlier, later] = [identified(1), { ...identified(1) }];
    const { hold, release } = unstored;
    await Effect.runPromise(Effect.all([hold([earlier]), hold([later]), release([earlier])]));
    expect(unstored.find(later.id)).toBe(later.target);
    await Effect.runPromise(release([later]));
    expect(unstored.find(later.id)).toBeUndefined();
  });
});
