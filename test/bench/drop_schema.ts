/** Removes a benchmark's data from a PostgreSQL server. @module */
import { Effect, Redacted } from "effect";
import { Sql } from "../../adapters/postgres/engine/sql.ts";
import { layerSqlServer } from "../../adapters/postgres/engine/sql_server.ts";

/** Drops a schema with its contents, if it exists. */
export async function dropSchema(databaseUrl: string, schema: string): Promise<void> {
  const url = Redacted.make(databaseUrl);
  const drop = Sql.use((sql) => sql.script(`drop schema if exists "${schema}" cascade`));
  const layer = layerSqlServer({ url, schema, connectionsMax: 1 });
  await Effect.runPromise(Effect.provide(drop, layer));
}
