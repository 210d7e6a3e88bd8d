import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Layer, ManagedRuntime, Option, References } from "effect";
import { TestClock } from "effect/testing";
import { LedgerStore } from "../../../../core/port/ledger_store.ts";
import { IndexReadings, READING_WALLETS_MAX } from "../../../../core/use_case/ledger/mod.ts";
import type { ConditionId } from "../../../../core/venue/mod.ts";
import { MachineTime } from "../../../../core/use_case/time/mod.ts";
import { activity, holding } from "../../../http/position/positions_client.ts";
import { makeStagedIndex } from "../../../stage/staged_index.ts";

const NOON_MS = 1_767_268_800_000;

/** Readings on a clock that is moved. */
function startReadings() {
  const { hands, layer } = makeStagedIndex();
  hands.asOfMs = NOON_MS;
  const clock = Layer.mergeAll(
    Layer.succeed(MachineTime, {
      nowMs: TestClock.testClockWith((clock) => Effect.sync(() => clock.currentTimeMillisUnsafe())),
      sleep: (ms) => Effect.sleep(ms),
    }),
    Layer.succeed(References.MinimumLogLevel, "None"),
  ).pipe(Layer.provideMerge(TestClock.layer()));
  const runtime = ManagedRuntime.make(Layer.provideMerge(layer, clock));
  const ask = (id = "w1") =>
    runtime.runPromise(IndexReadings.use(({ of }) => of({ id, funder: `0x${id}` })));
  const pass = (ms: number) => runtime.runPromise(TestClock.adjust(ms));
  return { hands, runtime, ask, pass };
}

describe("what the index says of a wallet", () => {
  test("is read once for all who ask, and again when it may have changed", async () => {
    const { hands, ask, pass } = startReadings();
    const [one, other] = await Promise.all([ask(), ask()]);
    const nothing = { holdings: [], unclear: new Set<ConditionId>(), isAll: true };
    expect([one, other]).toEqual([
      Option.some({ ...nothing, asOfMs: NOON_MS }),
      Option.some({ ...nothing, asOfMs: NOON_MS }),
    ]);
    await pass(14_999);
    await ask();
    expect(hands.asked).toEqual([0]);
    await pass(1);
    await ask();
    // From ten minutes before what is known, as something may have been listed late.
    expect(hands.asked).toEqual([0, NOON_MS - 600_000]);
  });

  test("is waited for for two seconds, and is there for who comes later", async () => {
    const { hands, ask, pass, runtime } = startReadings();
    const held = Deferred.makeUnsafe<void>();
    hands.before = Deferred.await(held);
    const asked = ask();
    await runtime.runPromise(Effect.yieldNow);
    await pass(2_000);
    expect(await asked).toEqual(Option.none());
    Deferred.doneUnsafe(held, Effect.void);
    expect(Option.isSome(await ask())).toBe(true);
    expect(hands.asked).toEqual([0]);
  });

  test("stays as it was while the index fails, and what the wallet did is kept", async () => {
    const { hands, ask, pass, runtime } = startReadings();
    await ask();
    hands.isUp = false;
    await pass(15_000);
    expect(Option.isSome(await ask())).toBe(true);
    const kept = await runtime.runPromise(LedgerStore.use((store) => store.activityOf("w1")));
    expect(kept.asOfMs).toEqual(Option.some(NOON_MS));
    // It is not asked again at once.
    const count = hands.asked.length;
    await ask();
    expect(hands.asked).toHaveLength(count);
  });

  test("lists all that is in the holdings, and more where these cannot be read", async () => {
    const { hands, ask, pass, runtime } = startReadings();
    let calls = 0;
    // Something happens between both calls of a reading.
    hands.before = Effect.sync(() => {
      calls += 1;
      if (calls === 2) [hands.activity, hands.holdings] = [[activity({})], [holding(10)]];
    });
    const listed = () => runtime.runPromise(LedgerStore.use((store) => store.activityOf("w1")));
    expect(Option.getOrThrow(await ask()).holdings).toEqual([]);
    expect((await listed()).activity).toHaveLength(1);
    hands.areHoldingsUp = false;
    hands.activity = [activity({}), activity({ sharesE6: Option.some(1n) })];
    await pass(15_000);
    expect(Option.getOrThrow(await ask()).holdings).toEqual([]);
    expect((await listed()).activity).toHaveLength(2);
  });

  test("comes in parts where it is long, each kept before the next one fails", async () => {
    const { hands, ask, pass, runtime } = startReadings();
    const listed = () => runtime.runPromise(LedgerStore.use((store) => store.activityOf("w1")));
    const dayMs = 86_400_000;
    const rows = Array.from({ length: 8 }, (_, day) => activity({ atMs: NOON_MS + day * dayMs }));
    hands.activity = rows.map((row, day) => ({ ...row, tx: Option.some(`0x${day}`) }));
    hands.holdings = [holding(10)];
    [hands.asOfMs, hands.partMs] = [NOON_MS + 8 * dayMs, NOON_MS];
    let calls = 0;
    hands.before = Effect.suspend(() => {
      calls += 1;
      if (calls === 3) hands.partMs = dayMs;
      return calls === 4 ? Effect.die("unreachable") : Effect.void;
    });
    // The first part ends at the first row, and the second a day later.
    await ask();
    expect((await listed()).activity).toHaveLength(2);
    await pass(15_000);
    // What is held is told beside all that was done, and not sooner.
    expect(await ask()).toEqual(Option.none());
    expect((await listed()).asOfMs).toEqual(Option.some(NOON_MS + 6 * dayMs - 600_000));
    await pass(15_000);
    expect(Option.getOrThrow(await ask()).holdings).toHaveLength(1);
    expect((await listed()).activity).toHaveLength(8);
  });

  test("is read of a bounded number of wallets: others are told what is known", async () => {
    const { hands, ask } = startReadings();
    hands.before = Effect.never;
    for (let at = 0; at < READING_WALLETS_MAX; at += 1) void ask(`w${at}`);
    await Promise.resolve();
    expect(await ask("one more")).toEqual(Option.none());
  });
});
