import { expect, test } from "bun:test";
import { Deferred, Effect, Fiber, Layer } from "effect";
import { Sql } from "../../../../adapters/postgres/engine/sql.ts";
import { storedTables } from "../../../../adapters/postgres/engine/stored_tables.ts";
import { layerTargetStore } from "../../../../adapters/postgres/store/target_store.ts";
import { TargetStore } from "../../../../core/port/target_store.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { targetAt, targetStoreContract } from "../../../contract/target_store_contract.ts";
import { describeOn, migratedSqls } from "../migrated_sql.ts";
import { partitionByMonth } from "../partition_by_month.ts";

const [, server] = migratedSqls();

describeOn("the table of targets", server, layerTargetStore, (run) => {
  test("takes the same targets in opposite orders from two replicas that wait for a third", () =>
    run(Effect.gen(function* () {
      const rows = [300, 600, 900].map((startSec) => targetAt(startSec));
      const [sql, store] = [yield* Sql, yield* TargetStore];
      const locked = yield* Deferred.make<void>();
      const done = yield* Deferred.make<void>();
      const third = yield* Effect.forkChild(
        Effect.exit(
          sql.transaction((inside) =>
            inside.query("insert into targets values ('btc', '5min', 600, 1, 'oracle', '{}')")
              .pipe(
                Effect.andThen(Deferred.succeed(locked, undefined)),
                Effect.andThen(Deferred.await(done)),
                Effect.andThen(Effect.fail("rolled back")),
              )
          ),
        ),
      );
      yield* Deferred.await(locked);
      const puts = yield* Effect.forkChild(
        Effect.all([store.put(rows), store.put(rows.toReversed())], { concurrency: 2 }),
      );
      while ((yield* sql.query(WAITING)).length < 2);
      yield* Deferred.succeed(done, undefined);
      yield* Fiber.join(third);
      yield* Fiber.join(puts);
      expect((yield* sql.query("select start_sec from targets")).length).toBe(3);
      yield* sql.query("delete from targets");
    })));

  test("keeps every target when it is partitioned by month", () =>
    run(Effect.gen(function* () {
      const daily = Array.from({ length: 100 }, (_, day) => targetAt(1_790_000_100 + day * 86_400));
      const { put, find } = yield* TargetStore;
      const sql = yield* Sql;
      yield* put(daily);
      yield* partitionByMonth;
      yield* put([targetAt(300)]);
      const range = { startSec: UnixSec(1), endSec: UnixSec(2_000_000_000) };
      const kept = yield* find({ asset: "btc", interval: "5min", range });
      expect(kept.map(({ startSec }) => startSec))
        .toEqual([targetAt(300), ...daily].map(({ id }) => id.startSec));
      const parts = yield* sql.query(PARTS);
      expect(parts.map(({ part, size }) => [String(part).replace(/.*[.]/, ""), size])).toEqual([
        ["targets_2026_09", 10],
        ["targets_2026_10", 31],
        ["targets_2026_11", 30],
        ["targets_2026_12", 29],
        ["targets_other", 1],
      ]);
      // As one table in a backup.
      const tables = yield* storedTables(sql, sql.schema);
      expect(tables.map(({ name }) => name).filter((name) => /^targets/.test(name)))
        .toEqual(["targets"]);
      yield* sql.query("delete from targets");
    })));
});

/** Its table is partitioned by now. */
targetStoreContract({
  ...server,
  name: "a table that is partitioned by month",
  layer: Layer.provide(layerTargetStore, server.layer),
});

const WAITING = `
  select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'
    and query like '%insert into targets%'
`;
const PARTS = `
  select tableoid::regclass::text as part, count(*)::int as size from targets
  group by 1 order by 1
`;
