import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Fiber, Layer } from "effect";
import { layerMigrated } from "../../../adapters/postgres/migrate.ts";
import { Sql, SqlFailed } from "../../../adapters/postgres/sql.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/sql_embedded.ts";
import { StoreUnavailable } from "../../../adapters/postgres/store_unavailable.ts";
import { storedTables } from "../../../adapters/postgres/stored_tables.ts";
import { layerTargetStore } from "../../../adapters/postgres/target_store.ts";
import { StoreFailed, TargetStore } from "../../../core/port/mod.ts";
import { targetAt, targetStoreContract } from "../../contract/target_store_contract.ts";
import { layerFreshSchema, serverSkip } from "./fresh_schema.ts";
import { partitionByMonth } from "./partition_by_month.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { withReason } from "../../skip_reason.ts";

const layerEmbedded = layerMigrated(
  layerSqlEmbedded({ dataDir: "memory://", schema: "strikeline_test" }),
);
const layerServer = layerMigrated(
  layerFreshSchema().pipe(
    Layer.catch((cause) =>
      Layer.effect(Sql, Effect.fail(new StoreUnavailable({ detail: "no server", cause })))
    ),
  ),
);

targetStoreContract({
  name: "embedded PostgreSQL",
  layer: Layer.provide(layerTargetStore, layerEmbedded),
});
targetStoreContract({
  name: "PostgreSQL server",
  layer: Layer.provide(layerTargetStore, layerServer),
  ...serverSkip,
});
targetStoreContract({
  name: "PostgreSQL server, partitioned by month as the guide says",
  layer: Layer.provide(
    layerTargetStore,
    Layer.effectDiscard(partitionByMonth).pipe(
      Layer.provideMerge(layerServer),
    ),
  ),
  ...serverSkip,
});

describe("target store in PostgreSQL", () => {
  const failing = Layer.mock(Sql, {
    schema: "none",
    isShared: true,
    process: "test",
    query: () => Effect.fail(new SqlFailed({ cause: "gone" })),
    ping: Effect.fail(new SqlFailed({ cause: "gone" })),
  });

  test("fails as StoreFailed, and names what could not be done", async () => {
    const store = TargetStore.pipe(
      Effect.provide(Layer.provide(layerTargetStore, failing)),
    );
    const failures = await Effect.runPromise(Effect.gen(function* () {
      const { put, evidence, ping } = yield* store;
      const asked = [put([targetAt(1)]), evidence(targetAt(1).id), ping] as const;
      return yield* Effect.all(asked.map((effect) => Effect.flip(Effect.asVoid(effect))));
    }));
    expect(failures.every((failure) => failure instanceof StoreFailed)).toBe(true);
    expect(failures.map(({ message }) => message)).toEqual([
      "Cannot store targets: the store did not answer",
      "Cannot find evidence: the store did not answer",
      "Cannot use the store: the store did not answer",
    ]);
  });

  test.skipIf(serverSkip.skip !== undefined)(
    withReason("keeps every target when it is partitioned by month", serverSkip.skip),
    async () => {
      const daily = Array.from({ length: 100 }, (_, day) => targetAt(1_790_000_100 + day * 86_400));
      await Effect.runPromise(
        Effect.gen(function* () {
          const { put, find } = yield* TargetStore;
          const sql = yield* Sql;
          yield* put(daily);
          yield* partitionByMonth;
          yield* put([targetAt(300)]);
          const range = { startSec: UnixSec(1), endSec: UnixSec(2_000_000_000) };
          const kept = yield* find({ asset: "btc", interval: "5min", range });
          expect(kept.map(({ startSec }) => startSec)).toEqual(
            [targetAt(300), ...daily].map(({ id }) => id.startSec),
          );
          const parts = yield* sql.query(
            `select tableoid::regclass::text as part, count(*)::int as size from targets
             group by 1 order by 1`,
            [],
          );
          expect(parts.map(({ part, size }) => [String(part).replace(/.*[.]/, ""), size])).toEqual([
            ["targets_2026_09", 10],
            ["targets_2026_10", 31],
            ["targets_2026_11", 30],
            ["targets_2026_12", 29],
            ["targets_other", 1],
          ]);
          // As one table in a backup.
          const tables = yield* storedTables(sql, sql.schema);
          expect(tables.map(({ name }) => name).filter((name) => /^targets/.test(name))).toEqual([
            "targets",
          ]);
        }).pipe(Effect.provide(Layer.provideMerge(layerTargetStore, layerServer)), Effect.scoped),
      );
    },
  );

  test.skipIf(serverSkip.skip !== undefined)(
    withReason(
      "lets two replicas that wait for a third put the same targets in opposite orders",
      serverSkip.skip,
    ),
    async () => {
      const rows = [300, 600, 900].map((startSec) => targetAt(startSec));
      const found = await Effect.runPromise(
        Effect.gen(function* () {
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
          yield* Effect.sleep("200 millis");
          yield* Deferred.succeed(done, undefined);
          yield* Fiber.join(third);
          yield* Fiber.join(puts);
          return yield* sql.query("select start_sec from targets");
        }).pipe(Effect.provide(Layer.provideMerge(layerTargetStore, layerServer))),
      );
      expect(found.length).toBe(3);
    },
  );
});
