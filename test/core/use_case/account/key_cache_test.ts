import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Exit, Fiber, Layer, Option } from "effect";
import { AccountStore, StoreFailed } from "../../../../core/port/mod.ts";
import { KEY_KNOWN_MS, KeyCache, layerKeyCache } from "../../../../core/use_case/mod.ts";

/** Runs over a store that counts its queries, each of which takes until `answer`. */
function run<A, E>(
  body: (world: {
    readonly cache: KeyCache["Service"];
    readonly queries: () => number;
    readonly answer: Deferred.Deferred<Option.Option<never>, StoreFailed>;
  }) => Effect.Effect<A, E>,
): Promise<A> {
  let queries = 0;
  const answer = Deferred.makeUnsafe<Option.Option<never>, StoreFailed>();
  const findKey = () => Effect.suspend(() => (queries++, Deferred.await(answer)));
  const store = Layer.mock(AccountStore, { findKey });
  const running = Effect.flatMap(
    KeyCache,
    (cache) => body({ cache, queries: () => queries, answer }),
  );
  return Effect.runPromise(Effect.provide(running, Layer.provide(layerKeyCache, store)));
}

describe("the cache of API keys", () => {
  test("asks once for all who wait, and knows the answer from when the first of them asked", () =>
    run(Effect.fnUntraced(function* ({ cache, queries, answer }) {
      const first = yield* Effect.forkChild(cache.find("a", 1_000), { startImmediately: true });
      const second = yield* Effect.forkChild(cache.find("a", 5_000), { startImmediately: true });
      yield* Deferred.succeed(answer, Option.none());
      expect([yield* Fiber.join(first), yield* Fiber.join(second), queries()])
        .toEqual([Option.none(), Option.none(), 1]);
      expect(cache.known("a", 1_000 + KEY_KNOWN_MS - 1)).toEqual(Option.none());
      expect(cache.known("a", 1_000 + KEY_KNOWN_MS)).toBeUndefined();
      yield* cache.find("a", 20_000);
      expect(queries()).toBe(2);
    })));

  test("goes on for those who wait when the first goes away", () =>
    run(Effect.fnUntraced(function* ({ cache, queries, answer }) {
      const first = yield* Effect.forkChild(cache.find("a", 0), { startImmediately: true });
      const second = yield* Effect.forkChild(cache.find("a", 0), { startImmediately: true });
      yield* Fiber.interrupt(first);
      yield* Deferred.succeed(answer, Option.none());
      expect([yield* Fiber.join(second), queries()]).toEqual([Option.none(), 1]);
    })));

  test("returns a failure to every waiting caller, and does not cache it", () =>
    run(Effect.fnUntraced(function* ({ cache, queries, answer }) {
      const first = yield* Effect.forkChild(cache.find("a", 0), { startImmediately: true });
      const second = yield* Effect.forkChild(cache.find("a", 0), { startImmediately: true });
      yield* Deferred.fail(answer, new StoreFailed({ operation: "test", cause: null }));
      expect(Exit.isFailure(yield* Fiber.await(first))).toBe(true);
      expect(Exit.isFailure(yield* Fiber.await(second))).toBe(true);
      yield* Effect.exit(cache.find("a", 1));
      expect([cache.known("a", 1), queries()]).toEqual([undefined, 2]);
    })));
});
