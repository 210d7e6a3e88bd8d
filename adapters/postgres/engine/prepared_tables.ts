/**
 * Tables that a new embedded store may have already: those of this version, made when the service
 * was built, as making them takes longer than opening the store.
 *
 * @module
 */
import { Effect } from "effect";
import { Sql } from "./sql.ts";

/** The schema of prepared tables, until a store takes them. */
export const PREPARED_SCHEMA = "strikeline_prepared";

/** Makes prepared tables those of the store, if there are any and the store has none. */
export const takePreparedTables = Effect.gen(function* () {
  const sql = yield* Sql;
  // Only an embedded store is made from files.
  if (sql.isShared) return;
  const [row] = yield* sql.query(
    "select to_regnamespace($1) is not null and to_regnamespace($2) is null as is_prepared",
    [`"${PREPARED_SCHEMA}"`, `"${sql.schema}"`],
  );
  if (row?.["is_prepared"] !== true) return;
  // Several statements of one script are done all or none.
  yield* sql.script(`
    alter schema "${PREPARED_SCHEMA}" rename to "${sql.schema}";
    update fleet set id = default
  `);
});
