/** Databases with the service's tables, opened once for all suites of a test file. @module */
import { afterAll } from "bun:test";
import { Effect, Layer, ManagedRuntime } from "effect";
import { layerMigrated } from "../../../adapters/postgres/engine/migrate.ts";
import { Sql } from "../../../adapters/postgres/engine/sql.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/engine/sql_embedded.ts";
import { StoreUnavailable } from "../../../adapters/postgres/engine/store_unavailable.ts";
import { describeStore, type RunIn, type StoreWorld } from "../../contract/store_world.ts";
import { layerFreshSchema, serverSkip } from "./fresh_schema.ts";

const CLOSE_TIMEOUT_MS = 300_000;

/** Declares tests of stores on one database. */
export function describeOn<Ports>(
  subject: string,
  world: StoreWorld<Sql>,
  stores: Layer.Layer<Ports, never, Sql>,
  tests: (run: RunIn<Sql | Ports>) => void,
): void {
  const layer = Layer.provideMerge(stores, world.layer);
  describeStore<Sql | Ports>(subject, { ...world, layer }, (run) => tests(run));
}

/** A new store of this process, in memory, without any tables. */
export const layerNewEmbedded = layerSqlEmbedded({
  dataDir: "memory://",
  schema: "strikeline_test",
});

/** Both kinds without any tables, each new where it is opened. */
export const EMPTY_SQLS = [
  { name: "embedded PostgreSQL", layer: layerNewEmbedded },
  { name: "a PostgreSQL server", layer: layerFreshSchema(), ...serverSkip },
] as const satisfies ReadonlyArray<StoreWorld<Sql>>;

/** Both kinds, each opened when it is first asked for and closed when the file's tests are done. */
export function migratedSqls() {
  const [embedded, server] = EMPTY_SQLS;
  const answering = Layer.catch(
    server.layer,
    (cause) => Layer.effect(Sql, Effect.fail(new StoreUnavailable({ detail: "no server", cause }))),
  );
  return [
    { ...embedded, layer: openedOnce(layerMigrated(embedded.layer)) },
    { ...server, layer: openedOnce(layerMigrated(answering)) },
  ] as const;
}

/** A new one of either kind without any tables: a server's where there is one. */
export function anyEmptySql(): StoreWorld<Sql> {
  const [embedded] = EMPTY_SQLS;
  if (serverSkip.skip !== undefined) return embedded;
  return { name: "a PostgreSQL server", layer: layerFreshSchema() };
}

/** A server where there is one: both have the same tables, and make the same plans. */
export function anyMigratedSql(): StoreWorld<Sql> {
  const [embedded, server] = migratedSqls();
  return server.skip === undefined ? server : embedded;
}

function openedOnce(layer: Layer.Layer<Sql, unknown>): Layer.Layer<Sql, unknown> {
  const runtime = ManagedRuntime.make(layer);
  afterAll(() => runtime.dispose(), CLOSE_TIMEOUT_MS);
  return Layer.effect(
    Sql,
    Effect.tryPromise({ try: () => runtime.runPromise(Sql), catch: (cause) => cause }),
  );
}
