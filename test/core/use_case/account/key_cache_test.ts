import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Exit, Fiber, Layer, Option } from "effect";
import type { KeyHolder } from "../../../../core/access/mod.ts";
import { AccountStore } from "../../../../core/port/account_store.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import {
  issueKey,
  KEY_KNOWN_MS,
  KeyCache,
  layerKeyCache,
  openAccount,
} from "../../../../core/use_case/account/mod.ts";
import { newKey } from "../../../contract/account_store_contract.ts";
import { layerMemoryAccountStore } from "../../../memory/account_store.ts";

const HOLDER: KeyHolder = {
  key: newKey("account", { id: "key" }),
  account: { id: "account", email: "a@b.c", createdMs: 0 },
};

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

  test("keeps every holder, however many keys are invented", () =>
    runOverAccounts(Effect.fnUntraced(function* (cache) {
      yield* issue("real");
      yield* cache.find("real", 0);
      for (let i = 0; i < 10_050; i++) yield* cache.find(`invented ${i}`, 0);
      expect(Option.isSome(cache.known("real", 1) ?? Option.none())).toBe(true);
      expect([cache.isFamiliar("real"), cache.isFamiliar("invented 10049")]).toEqual([true, false]);
      // What does not fit is forgotten, the oldest first.
      expect([cache.known("invented 0", 1), cache.known("invented 10049", 1)])
        .toEqual([undefined, Option.none()]);
      expect(cache.isFamiliar("real") && cache.known("real", KEY_KNOWN_MS)).toBeUndefined();
    })));

  test("accepts a key that is issued here after it was tried", () =>
    runOverAccounts(Effect.fnUntraced(function* (cache) {
      yield* cache.find("new", 0);
      expect(cache.known("new", 1)).toEqual(Option.none());
      yield* issue("new");
      expect(cache.known("new", 1)).toBeUndefined();
      expect(Option.isSome(yield* cache.find("new", 1))).toBe(true);
    })));

  test("takes the key of a session that has ended for an invented one, and remembers that", () => {
    const answers = [Option.some(HOLDER), Option.none<KeyHolder>(), Option.some(HOLDER)];
    let queries = 0;
    const findKey = () => Effect.sync(() => answers[queries++] ?? Option.none());
    const layer = Layer.provide(layerKeyCache, Layer.mock(AccountStore, { findKey }));
    return Effect.runPromise(Effect.provide(
      KeyCache.use((cache) =>
        Effect.gen(function* () {
          yield* cache.find("a", 0);
          expect(cache.isFamiliar("a")).toBe(true);
          // It ended on another replica, or by itself.
          yield* cache.find("a", KEY_KNOWN_MS);
          expect([cache.known("a", KEY_KNOWN_MS + 1), cache.isFamiliar("a")])
            .toEqual([Option.none(), false]);
          yield* cache.find("a", 2 * KEY_KNOWN_MS);
          expect([cache.known("a", 2 * KEY_KNOWN_MS + 1), cache.isFamiliar("a")])
            .toEqual([Option.some(HOLDER), true]);
        })
      ),
      layer,
    ));
  });

  test("refuses a key that is revoked here from then on, even while it is looked up", async () => {
    const holders: Array<Option.Option<KeyHolder>> = [];
    const gates: Array<Deferred.Deferred<void>> = [];
    const findKey = () =>
      Effect.suspend(() => {
        const gate = Deferred.makeUnsafe<void>();
        const found = holders.shift() ?? Option.none();
        gates.push(gate);
        return Effect.as(Deferred.await(gate), found);
      });
    const layer = Layer.provide(layerKeyCache, Layer.mock(AccountStore, { findKey }));
    await Effect.runPromise(Effect.provide(
      Effect.gen(function* () {
        const cache = yield* KeyCache;
        holders.push(Option.some(HOLDER));
        const before = yield* Effect.forkChild(cache.find("a", 0), { startImmediately: true });
        cache.forgetHolders(({ id }) => id === HOLDER.key.id);
        // Who asks now does not share the lookup that may have read before the revocation.
        const after = yield* Effect.forkChild(cache.find("a", 0), { startImmediately: true });
        for (const gate of gates) yield* Deferred.succeed(gate, undefined);
        expect(yield* Fiber.join(before)).toEqual(Option.some(HOLDER));
        expect(yield* Fiber.join(after)).toEqual(Option.none());
        expect(cache.known("a", 1)).toEqual(Option.none());
      }),
      layer,
    ));
  });

  test("forgets the holders that are meant, and no others", () =>
    runOverAccounts(Effect.fnUntraced(function* (cache) {
      for (const name of ["a", "b", "c"]) {
        yield* issue(name);
        yield* cache.find(name, 0);
      }
      cache.forgetHolders(({ id }) => id !== "b");
      expect(["a", "b", "c"].map((name) => cache.known(name, 1) !== undefined))
        .toEqual([false, true, false]);
    })));

  test("records no use of a session's key", () =>
    runOverAccounts((cache) =>
      Effect.sync(() => {
        const key = { ...HOLDER.key, sessionId: Option.some("s") };
        expect(cache.recordUse({ ...HOLDER, key }, 0)).toBeUndefined();
        expect(cache.recordUse(HOLDER, 0)).toBeDefined();
      })
    ));

  test("does not remember an answer from before the key was issued", () =>
    run(Effect.fnUntraced(function* ({ cache, answer }) {
      const asking = yield* Effect.forkChild(cache.find("a", 0), { startImmediately: true });
      cache.forget("a");
      yield* Deferred.succeed(answer, Option.none());
      expect(yield* Fiber.join(asking)).toEqual(Option.none());
      expect(cache.known("a", 1)).toBeUndefined();
    })));
});

/** Runs over a store with one account. */
function runOverAccounts<A, E>(
  body: (cache: KeyCache["Service"]) => Effect.Effect<A, E, AccountStore | KeyCache>,
): Promise<A> {
  const program = Effect.andThen(
    openAccount({ id: "1", email: "a@b.c" }),
    Effect.flatMap(KeyCache, body),
  );
  const layer = Layer.provideMerge(layerKeyCache, layerMemoryAccountStore);
  return Effect.runPromise(Effect.provide(program, layer));
}

const issue = (sha256: string) =>
  issueKey({
    id: sha256,
    name: "",
    email: "a@b.c",
    scopes: ["read"],
    prefix: "sk_live_aaaaaaaa",
    lastFour: "0001",
    sha256,
  });
