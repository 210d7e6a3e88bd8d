import { expect, test } from "bun:test";
import { Deferred, Effect, Layer, ManagedRuntime, Option, References } from "effect";
import { TestClock } from "effect/testing";
import { LedgerStore } from "../../../../core/port/ledger_store.ts";
import { Resolutions } from "../../../../core/port/resolutions.ts";
import {
  layerResolutionReadings,
  ResolutionReadings,
} from "../../../../core/use_case/ledger/mod.ts";
import { MachineTime } from "../../../../core/use_case/time/mod.ts";
import type { ConditionId } from "../../../../core/venue/mod.ts";
import { conditionOf } from "../../../condition.ts";
import { resolved } from "../../../http/position/positions_client.ts";
import { layerMemoryLedgerStore } from "../../../memory/ledger_store.ts";

const MANY = Array.from({ length: 40 }, (_, at) => conditionOf(100 + at));
const [first, other] = [conditionOf(100), conditionOf(1)];

/** Readings of a venue that answers when it is let. */
function startReadings() {
  const asked: Array<ConditionId> = [];
  const open = new Set<ConditionId>();
  const held = Deferred.makeUnsafe<void>();
  const venue = Layer.succeed(Resolutions, {
    of: (conditionId) =>
      Effect.suspend(() => {
        asked.push(conditionId);
        const value = open.has(conditionId) ? Option.none() : Option.some(resolved(0n, 1_000_000n));
        return Effect.as(Deferred.await(held), { value, isCached: false });
      }),
  });
  const clock = Layer.mergeAll(
    Layer.succeed(MachineTime, {
      nowMs: TestClock.testClockWith((clock) => Effect.sync(() => clock.currentTimeMillisUnsafe())),
      sleep: (ms) => Effect.sleep(ms),
    }),
    Layer.succeed(References.MinimumLogLevel, "None"),
  ).pipe(Layer.provideMerge(TestClock.layer()));
  const runtime = ManagedRuntime.make(layerResolutionReadings.pipe(
    Layer.provideMerge(Layer.merge(layerMemoryLedgerStore, venue)),
    Layer.provideMerge(clock),
  ));
  const read = (walletId: string, ids: ReadonlyArray<ConditionId>) =>
    runtime.runPromise(ResolutionReadings.use((readings) => readings.read(walletId, ids)));
  const kept = async (ids: ReadonlyArray<ConditionId>) =>
    (await runtime.runPromise(LedgerStore.use((store) => store.resolutionsOf(ids)))).length;
  const pass = (ms: number) => runtime.runPromise(TestClock.adjust(ms));
  const answer = () => Deferred.doneUnsafe(held, Effect.void);
  return { runtime, asked, open, read, kept, pass, answer };
}

test("many markets of a wallet are read on when their caller has gone", async () => {
  const { runtime, asked, read, kept, pass, answer } = startReadings();
  const gone = read("w1", MANY);
  await runtime.runPromise(Effect.yieldNow);
  await pass(2_000);
  expect(await gone).toEqual(new Set());
  expect(await kept(MANY)).toBe(0);
  // Another wallet does not wait for them, and who comes again begins no second reading.
  const [again, soon] = [read("w1", MANY), read("w2", [other])];
  await runtime.runPromise(Effect.yieldNow);
  expect(asked).toContain(other);
  answer();
  await Promise.all([again, soon]);
  expect(await kept([...MANY, other])).toBe(41);
  expect(asked).toHaveLength(41);
  await runtime.dispose();
});

test("a market that is not resolved is told, and asked for again", async () => {
  const { runtime, open, read, kept, answer } = startReadings();
  answer();
  open.add(first);
  expect(await read("w1", [first, other])).toEqual(new Set([first]));
  expect(await kept([first, other])).toBe(1);
  open.clear();
  expect(await read("w1", [first])).toEqual(new Set());
  expect(await kept([first])).toBe(1);
  expect(await read("w1", [])).toEqual(new Set());
  await runtime.dispose();
});
