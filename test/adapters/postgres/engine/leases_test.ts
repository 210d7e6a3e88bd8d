import { expect, test } from "bun:test";
import { Effect, Fiber, Layer, type Scope } from "effect";
import { layerGameStore } from "../../../../adapters/postgres/store/game_store.ts";
import { layerStoreLeases } from "../../../../adapters/postgres/engine/leases.ts";
import { Sql } from "../../../../adapters/postgres/engine/sql.ts";
import { GameStore } from "../../../../core/port/game_store.ts";
import { LEAD, Leases, StoreLeases } from "../../../../core/port/leases.ts";
import { MachineTime } from "../../../../core/use_case/time/mod.ts";
import { changesOf, gameRecord } from "../../../contract/game_fixture.ts";
import { leasesContract } from "../../../contract/leases_contract.ts";
import { until } from "../../../until.ts";
import { layerOtherPool } from "../fresh_schema.ts";
import { describeOn, migratedSqls } from "../migrated_sql.ts";

const [embedded, server] = migratedSqls();

leasesContract({
  ...server,
  open: () => () => {
    const leases = Layer.effect(Leases, StoreLeases).pipe(Layer.provide(layerStoreLeases));
    return Promise.resolve(
      Layer.fresh(Layer.provide(leases, Layer.provide(layerOtherPool, server.layer))),
    );
  },
});

describeOn("the process of an embedded store", embedded, layerStoreLeases, (run) => {
  test("leads without asking", async () => {
    const { holds, whileHeld } = await run(StoreLeases);
    expect(holds(LEAD)).toBe(true);
    expect(await run(whileHeld(LEAD, Effect.succeed("work")))).toBe("work");
  });
});

/** A process that wants to lead, with its own pool, on a time that stands until it is moved. */
const start = Effect.gen(function* () {
  const sleepers = new Set<() => void>();
  const time = Layer.succeed(MachineTime, {
    nowMs: Effect.succeed(0),
    sleep: () =>
      Effect.callback<void>((resume) => {
        const wake = () => resume(Effect.void);
        sleepers.add(wake);
        return Effect.sync(() => void sleepers.delete(wake));
      }),
  });
  const stores = Layer.merge(Layer.provide(layerStoreLeases, time), layerGameStore);
  const context = yield* Layer.build(Layer.fresh(Layer.provide(stores, layerOtherPool)));
  const { holds, whileHeld } = yield* Effect.provide(StoreLeases, context);
  const { write, noteReadings } = yield* Effect.provide(GameStore, context);
  const isLeading = () => holds(LEAD);
  /** The next renewal waits, and so does the next look at what has ended. */
  const untilAsleep = Effect.promise(() => until(() => sleepers.size === 2));
  /** Ends the sleep before the next renewal. */
  const renew = Effect.gen(function* () {
    yield* untilAsleep;
    for (const wake of sleepers) wake();
    sleepers.clear();
    yield* untilAsleep;
    return isLeading();
  });
  yield* Effect.forkScoped(whileHeld(LEAD, Effect.never), { startImmediately: true });
  yield* renew;
  return {
    isLeading,
    renew,
    write: Effect.result(write(changesOf({ games: [gameRecord({})] }))),
    note: Effect.result(noteReadings({
      readings: [],
      troubles: [],
      forgetBefore: { year: 2026, month: 1, day: 1 },
    })),
  };
});

/** Says when the lease ends, on the clock of the store. */
const endLease = (at: "epoch" | "infinity") =>
  Sql.use(({ query }) => query("update leases set until = $1::text::timestamptz", [at]));

describeOn("a process that leads", server, Layer.empty, (run) => {
  const within = (test: Effect.Effect<void, unknown, Sql | Scope.Scope>) =>
    run(Effect.scoped(test));

  test("leads until its lease ends, and then another one does", () =>
    within(Effect.gen(function* () {
      yield* Effect.scoped(Effect.gen(function* () {
        const [first, second] = [yield* start, yield* start];
        expect([first.isLeading(), second.isLeading()]).toEqual([true, false]);
        yield* endLease("epoch");
        expect(yield* first.renew).toBe(true);
        yield* endLease("infinity");
        expect(yield* second.renew).toBe(false);
      }));
      // They have ended, and it is free at once.
      const [third, fourth] = [yield* start, yield* start];
      expect([third.isLeading(), fourth.isLeading()]).toEqual([true, false]);
      yield* endLease("epoch");
      expect(yield* fourth.renew).toBe(true);
    })));

  test("is refused its writes when it hung until another one took over", () =>
    within(Effect.gen(function* () {
      const [first, second] = [yield* start, yield* start];
      expect([first.isLeading(), second.isLeading()]).toEqual([true, false]);
      expect(yield* first.write).toMatchObject({ _tag: "Success" });
      // As if the first one had renewed nothing until the lease was over.
      yield* endLease("epoch");
      expect(yield* second.renew).toBe(true);
      expect(yield* second.write).toMatchObject({ _tag: "Success" });
      expect(yield* first.write).toMatchObject({
        failure: { message: expect.stringContaining("another process leads by now") },
      });
      expect(yield* second.write).toMatchObject({ _tag: "Success" });
    })));

  test("is refused what it noted while another one wrote, which took over meanwhile", () =>
    within(Effect.gen(function* () {
      const [first, sql] = [yield* start, yield* Sql];
      expect(first.isLeading()).toBe(true);
      const untilWaiting = Effect.gen(function* () {
        while ((yield* sql.query(WAITING)).length === 0);
      });
      const noting = yield* sql.transaction(Effect.fnUntraced(function* (inside) {
        yield* inside.query("update games_head set revision = revision");
        const noting = yield* Effect.forkDetach(first.note);
        // It waits for the write, or else has asked too early whether it leads.
        yield* Effect.raceFirst(Fiber.await(noting), untilWaiting);
        yield* inside.query("update leases set holder = 'another process', until = 'epoch'");
        return noting;
      }));
      expect(yield* Fiber.join(noting)).toMatchObject({ _tag: "Failure" });
    })));
});

const WAITING = `
  select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'
    and query like '%from games_head for update%'
`;
