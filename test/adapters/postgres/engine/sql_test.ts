import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { Deferred, Effect, Fiber } from "effect";
import { migrate, MigrationRefused } from "../../../../adapters/postgres/engine/migrate.ts";
import {
  type Migration,
  OWN_MIGRATIONS,
} from "../../../../adapters/postgres/engine/own_migrations.ts";
import { type Queries, Sql, SqlFailed } from "../../../../adapters/postgres/engine/sql.ts";
import { layerSqlEmbedded } from "../../../../adapters/postgres/engine/sql_embedded.ts";
import { describeStore } from "../../../contract/store_world.ts";
import { withReason } from "../../../skip_reason.ts";
import { layerFreshSchema, serverSkip } from "../fresh_schema.ts";
import { EMPTY_SQLS } from "../migrated_sql.ts";

const migrations: ReadonlyArray<Migration> = [
  { name: "0001_pets.sql", text: "create table pets (name text primary key); select 1" },
  { name: "0002_age.sql", text: "alter table pets add age int not null default 1" },
];

for (const world of EMPTY_SQLS) {
  describeStore<Sql>("a database", world, (inWorld) => {
    const run = <A>(use: (sql: Sql["Service"]) => Effect.Effect<A, unknown, Sql>) =>
      inWorld(Sql.use(use));
    const migrateTo = (steps: ReadonlyArray<Migration>) => run(() => migrate(steps));
    const names = async () =>
      (await run((sql) => sql.query("select name from pets order by name"))).map((row) =>
        row["name"]
      );

    test("is migrated from nothing, in order, by each migration once", async () => {
      await migrateTo(migrations.slice(0, 1));
      await run((sql) => sql.query("insert into pets values ($1)", ["Rex"]));
      for (let times = 0; times < 2; times++) await migrateTo(migrations);
      expect(await names()).toEqual(["Rex"]);
      const rows = await run((sql) => sql.query("select name from migrations order by name"));
      expect(rows.map((row) => row["name"])).toEqual(migrations.map(({ name }) => name));
      const [table] = await run((sql) =>
        sql.query("select schemaname from pg_tables where tablename = 'pets'")
      );
      expect(table?.["schemaname"]).toBe(await run((sql) => Effect.succeed(sql.schema)));
    });

    test("refuses an applied migration that was changed since", async () => {
      const changed = migrations.map((step) => ({ ...step, text: `${step.text} -- later` }));
      await expect(migrateTo(changed)).rejects.toBeInstanceOf(MigrationRefused);
      await expect(migrateTo(changed)).rejects.toThrow(
        "Cannot use the store: migration 0001_pets.sql was applied with another text",
      );
    });

    test("leaves nothing of a migration that breaks, nor of those with it", async () => {
      const third = { name: "0003_toys.sql", text: "create table toys (name text)" };
      const broken = { name: "0004_broken.sql", text: "create table more (); select nothing" };
      await expect(migrateTo([...migrations, third, broken])).rejects.toThrow(
        'Cannot open the store: its tables cannot be prepared (column "nothing" does not exist)',
      );
      const found = "select to_regclass('toys') as toys, to_regclass('more') as more";
      expect(await run((sql) => sql.query(found))).toEqual([{ toys: null, more: null }]);
      await migrateTo([...migrations, third]);
    });

    test("fails as SqlFailed when a statement is refused, and continues", async () => {
      const failure = await run((sql) => Effect.flip(sql.query("selekt 1")));
      expect(failure).toBeInstanceOf(SqlFailed);
      expect(failure.message).toBe('Cannot run a statement: syntax error at or near "selekt"');
      expect(await run((sql) => sql.query("select 1 as one"))).toEqual([{ one: 1 }]);
    });

    test("commits a transaction that succeeds, and rolls back one that fails", async () => {
      const insert = (name: string) => (inside: Queries) =>
        inside.query("insert into pets values ($1)", [name]);
      const committed = await run((sql) =>
        sql.transaction((inside) => Effect.as(insert("Ada")(inside), "given"))
      );
      expect(committed).toBe("given");
      const ends: ReadonlyArray<(inside: Queries) => Effect.Effect<unknown, unknown>> = [
        () => Effect.fail("no"),
        insert("Ada"),
      ];
      const failures = await run((sql) =>
        Effect.forEach(ends, (end) =>
          Effect.flip(
            sql.transaction((inside) => Effect.andThen(insert("Bob")(inside), end(inside))),
          ))
      );
      expect(failures).toEqual(["no", expect.any(SqlFailed)]);
      expect(await names()).toEqual(["Ada", "Rex"]);
    });

    test("does not call a transaction committed that was not", async () => {
      const failure = await run((sql) =>
        Effect.flip(sql.transaction((inside) => Effect.ignore(inside.query("select nothing"))))
      );
      expect(failure).toBeInstanceOf(SqlFailed);
      expect(await run((sql) => sql.query("select 1 as one"))).toEqual([{ one: 1 }]);
    });

    test("rolls back a transaction that is interrupted, and frees its connection", async () => {
      await run(Effect.fnUntraced(function* (sql) {
        const begun = yield* Deferred.make<void>();
        const fiber = yield* Effect.forkChild(
          sql.transaction((inside) =>
            inside.query("insert into pets values ($1)", ["Cat"]).pipe(
              Effect.andThen(Deferred.succeed(begun, undefined)),
              Effect.andThen(Effect.never),
            )
          ),
        );
        yield* Deferred.await(begun);
        yield* Fiber.interrupt(fiber);
      }));
      expect(await names()).toEqual(["Ada", "Rex"]);
    });
  });
}

describe("a schema", () => {
  test("is made by the migrations of the folder, in the order of their names", async () => {
    const folder = "adapters/postgres/engine/migration/";
    const names = [...new Glob("*").scanSync(folder)].toSorted();
    expect(names[0]).toBe("0001_targets.sql");
    const texts = names.map(async (name) => ({ name, text: await Bun.file(folder + name).text() }));
    expect(OWN_MIGRATIONS).toEqual(await Promise.all(texts));
  });

  test.each(["", "Upper", "a-b", 'a"b', "1a", "a".repeat(42)])(
    "is refused that is called %p",
    async (name) => {
      const layer = layerSqlEmbedded({ dataDir: "memory://", schema: name });
      const failure = await Effect.runPromise(Effect.flip(Effect.provide(Sql, layer)));
      expect(failure.message).toContain("is not a schema name");
    },
  );

  test.skipIf(serverSkip.skip !== undefined)(
    withReason("is created by many replicas at the same time", serverSkip.skip),
    async () => {
      await Effect.runPromise(
        Effect.all(Array.from({ length: 8 }, () => migrate(migrations)), {
          concurrency: "unbounded",
        }).pipe(Effect.provide(layerFreshSchema())),
      );
    },
  );
});
