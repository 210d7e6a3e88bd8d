import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { Deferred, Effect, Fiber, type Layer, ManagedRuntime } from "effect";
import { migrate, MigrationRefused } from "../../../adapters/postgres/migrate.ts";
import { type Migration, OWN_MIGRATIONS } from "../../../adapters/postgres/own_migrations.ts";
import { Sql, SqlFailed } from "../../../adapters/postgres/sql.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/sql_embedded.ts";
import { layerFreshSchema, serverSkip } from "./fresh_schema.ts";
import { withReason } from "../../skip_reason.ts";

interface World {
  readonly name: string;
  readonly layer: Layer.Layer<Sql, unknown>;
  readonly skip?: string;
}

const worlds: ReadonlyArray<World> = [
  {
    name: "embedded PostgreSQL",
    layer: layerSqlEmbedded({ dataDir: "memory://", schema: "strikeline_test" }),
  },
  { name: "PostgreSQL server", layer: layerFreshSchema(), ...serverSkip },
];

const migrations: ReadonlyArray<Migration> = [
  { name: "0001_pets.sql", text: "create table pets (name text primary key); select 1" },
  { name: "0002_age.sql", text: "alter table pets add age int not null default 1" },
];

for (const { name, layer, skip } of worlds) {
  const suite = skip === undefined ? describe : describe.skip;
  suite(`Sql: ${name}${skip ? ` (${skip})` : ""}`, () => {
    let runtime: ManagedRuntime.ManagedRuntime<Sql, unknown>;
    beforeAll(async () => {
      runtime = ManagedRuntime.make(layer);
      await runtime.runPromise(Sql);
    }, 300_000);
    afterAll(() => runtime.dispose(), 30_000);
    const run = <A>(use: (sql: Sql["Service"]) => Effect.Effect<A, unknown, Sql>) =>
      runtime.runPromise(Sql.use(use));
    const migrateTo = (steps: ReadonlyArray<Migration>) => run(() => migrate(steps));
    const names = async () =>
      (await run((sql) => sql.query("select name from pets order by name"))).map((row) =>
        row["name"]
      );

    test("migrates a schema that does not exist, in order", async () => {
      await migrateTo(migrations.slice(0, 1));
      await migrateTo(migrations);
      const rows = await run((sql) => sql.query("select name from migrations order by name"));
      expect(rows.map((row) => row["name"])).toEqual(migrations.map(({ name }) => name));
      const [table] = await run((sql) =>
        sql.query("select schemaname from pg_tables where tablename = 'pets'")
      );
      expect(table?.["schemaname"]).toBe(await run((sql) => Effect.succeed(sql.schema)));
    });

    test("applies every migration once", async () => {
      await run((sql) => sql.query("insert into pets values ($1)", ["Rex"]));
      await migrateTo(migrations);
      expect(await names()).toEqual(["Rex"]);
    });

    test("refuses an applied migration that was changed since", async () => {
      const changed = migrations.map((step) => ({ ...step, text: `${step.text} -- later` }));
      await expect(migrateTo(changed)).rejects.toBeInstanceOf(MigrationRefused);
      await expect(migrateTo(changed)).rejects.toThrow(
        "Cannot use the store: migration 0001_pets.sql was applied with another text",
      );
    });

    test("refuses a database of a later version", async () => {
      await expect(migrateTo(migrations.slice(0, 1))).rejects.toThrow(
        "Cannot use the store: migration 0002_age.sql belongs to a later version of this service",
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

    test("has its own migrations in order, and every file of their folder", async () => {
      const folder = "adapters/postgres/migration/";
      const names = [...new Glob("*").scanSync(folder)].toSorted();
      expect(names[0]).toBe("0001_targets.sql");
      expect(OWN_MIGRATIONS).toEqual(
        await Promise.all(
          names.map(async (name) => ({ name, text: await Bun.file(folder + name).text() })),
        ),
      );
    });

    test("takes and gives values of every kind", async () => {
      const [row] = await run((sql) =>
        sql.query(
          "select $1::text as t, $2::int as i, $3::boolean as b, $4::text as n, " +
            "$5::text::numeric::text as big",
          ["é\u{1f9ea}'\"", 7, false, null, "98765432109876543210987"],
        )
      );
      expect(row).toEqual({
        t: "é\u{1f9ea}'\"",
        i: 7,
        b: false,
        n: null,
        big: "98765432109876543210987",
      });
    });

    test("fails as SqlFailed when a statement is refused, and continues", async () => {
      const failure = await run((sql) => Effect.flip(sql.query("selekt 1")));
      expect(failure).toBeInstanceOf(SqlFailed);
      expect(failure.message).toBe('Cannot run a statement: syntax error at or near "selekt"');
      expect(await run((sql) => sql.query("select 1 as one"))).toEqual([{ one: 1 }]);
    });

    test("commits a transaction that succeeds", async () => {
      const given = await run((sql) =>
        sql.transaction((inside) =>
          Effect.as(inside.query("insert into pets values ($1)", ["Ada"]), "given")
        )
      );
      expect(given).toBe("given");
      expect(await names()).toEqual(["Ada", "Rex"]);
    });

    test("rolls back a transaction that fails, with its own failure", async () => {
      const failure = await run((sql) =>
        Effect.flip(
          sql.transaction((inside) =>
            Effect.andThen(inside.query("insert into pets values ($1)", ["Bob"]), Effect.fail("no"))
          ),
        )
      );
      expect(failure).toBe("no");
      const broken = await run((sql) =>
        Effect.flip(sql.transaction((inside) =>
          Effect.andThen(
            inside.query("insert into pets values ($1)", ["Bob"]),
            inside.query("insert into pets values ($1)", ["Ada"]),
          )
        ))
      );
      expect(broken).toBeInstanceOf(SqlFailed);
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

    test("lets replicas migrate at the same time", async () => {
      const step = { name: "0004_toys.sql", text: "create table balls (name text)" };
      const steps = [...migrations, {
        name: "0003_toys.sql",
        text: "create table toys (name text)",
      }];
      await Promise.all(Array.from({ length: 8 }, () => migrateTo([...steps, step])));
      const rows = await run((sql) => sql.query("select name from migrations"));
      expect(rows.length).toBe(4);
    });
  });
}

describe("Sql", () => {
  test.each(["", "Upper", "a-b", 'a"b', "1a", "a".repeat(42)])(
    "refuses schema %p",
    async (name) => {
      const layer = layerSqlEmbedded({ dataDir: "memory://", schema: name });
      const failure = await Effect.runPromise(Effect.flip(Effect.provide(Sql, layer)));
      expect(failure.message).toContain("is not a schema name");
    },
  );

  test.skipIf(serverSkip.skip !== undefined)(
    withReason("lets replicas create the same schema at the same time", serverSkip.skip),
    async () => {
      await Effect.runPromise(
        Sql.pipe(
          Effect.flatMap(() =>
            Effect.all(Array.from({ length: 8 }, () => migrate(migrations)), {
              concurrency: "unbounded",
            })
          ),
          Effect.provide(layerFreshSchema()),
        ),
      );
    },
  );
});
