/** A schema of its own on the server that tests may use, dropped afterwards. @module */
import { Effect, Layer, Redacted } from "effect";
import { Sql } from "../../../adapters/postgres/engine/sql.ts";
import { layerSqlServer } from "../../../adapters/postgres/engine/sql_server.ts";

const { TEST_DATABASE_URL } = Bun.env;

/** Why tests of a real server are skipped here, if they are. Spread into a contract's world. */
export const serverSkip = TEST_DATABASE_URL === undefined
  ? { skip: "skipped: TEST_DATABASE_URL is not set" }
  : {};

/** Where the server is. Without one, an address at which nothing listens. */
export const serverUrl = TEST_DATABASE_URL ?? "postgres://nobody@127.0.0.1:1/none";

/** A name no other run uses. */
export function newSchema(): string {
  return `test_${crypto.randomUUID().replaceAll("-", "")}`;
}

/** A busy machine takes longer for a statement than the 5 s that one has in the service. */
export const STATEMENT_MS_MAX = 120_000;

/** A pool in a schema that does not exist yet and is dropped when the layer's scope closes. */
export function layerFreshSchema(
  { schema = newSchema(), url = serverUrl, connectionsMax = 10 } = {},
): Layer.Layer<Sql, unknown> {
  const options = { url: Redacted.make(url), schema, connectionsMax, timeoutMs: STATEMENT_MS_MAX };
  return Layer.effect(
    Sql,
    Effect.gen(function* () {
      const sql = yield* Sql;
      const drop = sql.script(`drop schema if exists "${schema}" cascade`);
      yield* Effect.addFinalizer(() => Effect.ignore(drop));
      return sql;
    }),
  ).pipe(Layer.provide(layerSqlServer(options)));
}

/** Another pool in the schema of a pool, as another process has one. */
export const layerOtherPool: Layer.Layer<Sql, unknown, Sql> = Layer.unwrap(
  Sql.use(({ schema }) => {
    const timeoutMs = STATEMENT_MS_MAX;
    const url = Redacted.make(serverUrl);
    return Effect.succeed(layerSqlServer({ url, schema, connectionsMax: 10, timeoutMs }));
  }),
);
