import { describe, expect, test } from "bun:test";
import { Clock, Deferred, Effect, Fiber, Layer, References } from "effect";
import { TestClock } from "effect/testing";
import fc from "fast-check";
import { type KeyMinute, KeyUsageStore } from "../../../../core/port/key_usage_store.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { keepKeyUsage, KeyUsage, layerKeyUsage } from "../../../../core/use_case/account/mod.ts";
import { MachineTime } from "../../../../core/use_case/time/mod.ts";

/** A store that keeps what it is given, unless it is down. */
function memoryStore() {
  const stored: Array<KeyMinute> = [];
  const writes: Array<number> = [];
  const state = { isDown: false };
  const layer = Layer.mock(KeyUsageStore, {
    add: (minutes) =>
      Effect.suspend(() => {
        writes.push(minutes.length);
        if (state.isDown) return Effect.fail(new StoreFailed({ operation: "x", cause: null }));
        stored.push(...minutes.map((minute) => ({ ...minute })));
        return Effect.void;
      }),
  });
  return { stored, writes, state, layer };
}

/** Runs over a store, and stops the service at the end. */
function run<A>(
  store: ReturnType<typeof memoryStore>,
  body: (usage: KeyUsage["Service"]) => Effect.Effect<A>,
): Promise<A> {
  const layer = layerKeyUsage.pipe(
    Layer.provide(store.layer),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
  );
  return Effect.runPromise(Effect.provide(KeyUsage.use(body), layer));
}

const sum = (minutes: ReadonlyArray<KeyMinute>) => {
  const sums = new Map<string, readonly [requests: number, refused: number]>();
  for (const { keyId, minuteSec, requests, refused } of minutes) {
    const [before, refusedBefore] = sums.get(`${keyId} ${minuteSec}`) ?? [0, 0];
    sums.set(`${keyId} ${minuteSec}`, [before + requests, refusedBefore + refused]);
  }
  return [...sums].toSorted();
};

describe("the use of keys", () => {
  const used = fc.record({
    keyId: fc.constantFrom("a", "b", "c"),
    nowMs: fc.integer({ min: 0, max: 200_000 }),
    isRefused: fc.boolean(),
  });
  const step = fc.oneof(
    { weight: 5, arbitrary: used },
    { weight: 1, arbitrary: fc.constant("write" as const) },
    { weight: 1, arbitrary: fc.constant("fail" as const) },
  );

  test("is stored to the last request, whenever it is written and whatever fails", () =>
    fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const store = memoryStore();
      const counted: Array<KeyMinute> = [];
      await run(store, (usage) =>
        Effect.forEach(steps, (step) => {
          if (typeof step === "string") {
            store.state.isDown = step === "fail";
            return Effect.andThen(
              usage.write,
              Effect.sync(() => void (store.state.isDown = false)),
            );
          }
          const { keyId, nowMs, isRefused } = step;
          usage.count(keyId, nowMs, isRefused);
          const minuteSec = Math.floor(nowMs / 60_000) * 60;
          counted.push({ keyId, minuteSec, requests: 1, refused: isRefused ? 1 : 0 });
          return Effect.void;
        }, { discard: true }));
      // What was left is stored when the service stops.
      expect(sum(store.stored)).toEqual(sum(counted));
    })));

  test("is written once a minute and key, and not at all where there was none", async () => {
    const store = memoryStore();
    await run(store, (usage) =>
      Effect.gen(function* () {
        yield* usage.write;
        for (let n = 0; n < 1_000; n++) usage.count(`key ${n % 7}`, 60_000 + n, false);
        yield* usage.write;
        yield* usage.write;
      }));
    expect(store.writes).toEqual([7]);
  });

  test("is not lost when the service stops while it is being stored", async () => {
    const stored: Array<KeyMinute> = [];
    const isOpen = Deferred.makeUnsafe<void>();
    const layer = Layer.mock(KeyUsageStore, {
      add: (minutes) =>
        Effect.andThen(Deferred.await(isOpen), Effect.sync(() => void stored.push(...minutes))),
    });
    const program = KeyUsage.use((usage) =>
      Effect.gen(function* () {
        usage.count("a", 60_000, false);
        const writing = yield* Effect.forkChild(usage.write, { startImmediately: true });
        usage.count("b", 60_000, false);
        const stopping = yield* Effect.forkChild(Fiber.interrupt(writing), {
          startImmediately: true,
        });
        yield* Deferred.succeed(isOpen, undefined);
        yield* Fiber.join(stopping);
      })
    );
    await Effect.runPromise(Effect.provide(program, Layer.provide(layerKeyUsage, layer)));
    expect(stored.map(({ keyId }) => keyId)).toEqual(["a", "b"]);
  });

  test("of a store that stays away takes bounded memory, and goes on afterwards", async () => {
    const store = memoryStore();
    store.state.isDown = true;
    await run(store, (usage) =>
      Effect.gen(function* () {
        for (let round = 0; round < 15; round++) {
          for (let n = 0; n < 1_500; n++) usage.count(`key ${n} ${round}`, 60_000, false);
          yield* usage.write;
        }
        // The same key and minute again and again takes no more.
        for (let round = 0; round < 20; round++) {
          usage.count("key 0 0", 60_000, true);
          yield* usage.write;
        }
        store.state.isDown = false;
        yield* usage.write;
        usage.count("late", 60_000, false);
      }));
    expect(Math.max(...store.writes)).toBe(20_000);
    expect(store.stored.length).toBe(20_001);
    expect(store.stored.at(-1)).toMatchObject({ keyId: "late", requests: 1 });
  });
});

test("minutes of a day ago are dropped, every ten minutes", async () => {
  const droppedBefore: Array<number> = [];
  const store = Layer.mock(KeyUsageStore, {
    prune: (beforeSec) => Effect.sync(() => void droppedBefore.push(beforeSec)),
  });
  const machine = Layer.succeed(MachineTime, {
    nowMs: Clock.currentTimeMillis,
    sleep: (ms: number) => Effect.sleep(ms),
  });
  const nowSec = 1_800_000_000;
  const program = Effect.gen(function* () {
    yield* TestClock.setTime(nowSec * 1000);
    yield* Effect.forkChild(keepKeyUsage, { startImmediately: true });
    yield* TestClock.adjust(20 * 60_000 - 1);
  });
  const layer = Layer.mergeAll(layerKeyUsage, machine, TestClock.layer());
  await Effect.runPromise(Effect.provide(program, Layer.provideMerge(layer, store)));
  const daySec = 86_400;
  expect(droppedBefore).toEqual([nowSec - daySec, nowSec + 600 - daySec]);
});
