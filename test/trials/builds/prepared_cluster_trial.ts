/** The database cluster that builds take along. @module */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { Effect } from "effect";
import { readFleetId } from "../../../adapters/postgres/engine/fleet_id.ts";
import {
  appliedMigrations,
  layerMigrated,
  sha256Of,
} from "../../../adapters/postgres/engine/migrate.ts";
import { OWN_MIGRATIONS } from "../../../adapters/postgres/engine/own_migrations.ts";
import { PREPARED_SCHEMA } from "../../../adapters/postgres/engine/prepared_tables.ts";
import { Sql } from "../../../adapters/postgres/engine/sql.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/engine/sql_embedded.ts";
import { preparedCluster } from "../../../app/ship/prepared_cluster.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);
let cluster: Blob;
beforeAll(async () => {
  cluster = await preparedCluster();
});

/** A folder with a store as a build leaves it. */
async function makeStore(name: string): Promise<string> {
  const parent = `${folder.path}/${name}`;
  await mkdir(parent);
  await new Bun.Archive(await cluster.bytes()).extract(`${parent}/store`);
  return parent;
}

const schemas = Effect.gen(function* () {
  const sql = yield* Sql;
  const rows = yield* sql.query("select nspname from pg_namespace where nspname like 'strike%'");
  return rows.map((row) => row["nspname"]);
});

const read = Effect.gen(function* () {
  const sql = yield* Sql;
  const migrations = yield* appliedMigrations(sql, sql.schema);
  return { migrations, fleet: yield* readFleetId, schemas: yield* schemas };
});

test("a prepared cluster gives each new store all tables, and an identity of its own", async () => {
  const readStore = (dataDir: string) => {
    const sql = layerMigrated(layerSqlEmbedded({ dataDir, schema: "strikeline_sandbox_7" }));
    return Effect.runPromise(Effect.provide(read, sql));
  };
  const [one, other] = [await makeStore("one"), await makeStore("other")];
  const first = await readStore(one);
  expect(first.schemas).toEqual(["strikeline_sandbox_7"]);
  expect(first.migrations).toEqual(
    OWN_MIGRATIONS.map(({ name, text }) => ({ name, sha256: sha256Of(text) })),
  );
  expect((await readStore(other)).fleet).not.toBe(first.fleet);
  expect(await readStore(one)).toEqual(first);
});

test("a prepared cluster is left as it is by what makes its tables otherwise", async () => {
  const raw = layerSqlEmbedded({ dataDir: await makeStore("raw"), schema: "strikeline" });
  expect(await Effect.runPromise(Effect.provide(schemas, raw))).toEqual([PREPARED_SCHEMA]);
});
