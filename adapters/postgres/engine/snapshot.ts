/**
 * Reads a whole store at one moment, row by row, while others write to it.
 *
 * @module
 */
import { Effect } from "effect";
import { type AppliedMigration, appliedMigrations } from "./migrate.ts";
import { type Queries, Sql, type SqlFailed } from "./sql.ts";
import { type StoredTable, storedTables } from "./stored_tables.ts";

/** Rows of one table, each as JSON. There is one without rows at the beginning of each table. */
export interface TableRows {
  readonly table: string;
  readonly rows: ReadonlyArray<string>;
}

/** A store at one moment. */
export interface Snapshot {
  /** The migrations that were applied, in order. */
  readonly migrations: ReadonlyArray<AppliedMigration>;
  /** All rows, to be read once and within the snapshot's use. */
  readonly rows: AsyncIterable<TableRows>;
}

/** Rows fetched together: what a process keeps in memory of a store. */
const FETCH_ROWS = 200;
/** A scan of a large table may wait for its disk. */
const FETCH_TIMEOUT_MS = 60_000;
const patient = { timeoutMs: FETCH_TIMEOUT_MS };

const BEGIN = `
  set transaction isolation level repeatable read, read only;
  set local statement_timeout = ${FETCH_TIMEOUT_MS};
  set local idle_in_transaction_session_timeout = ${FETCH_TIMEOUT_MS};
  set local timezone = 'UTC'
`;

/** Uses a snapshot, which ends with `use`. Works on a standby as well. */
export const useSnapshot = Effect.fnUntraced(function* <A, E>(
  use: (snapshot: Snapshot) => Effect.Effect<A, E>,
): Effect.fn.Return<A, E | SqlFailed, Sql> {
  const sql = yield* Sql;
  return yield* sql.transaction(Effect.fnUntraced(function* (inside) {
    yield* inside.script(BEGIN);
    const migrations = yield* appliedMigrations(inside, sql.schema);
    const tables = yield* storedTables(inside, sql.schema);
    return yield* use({ migrations, rows: rowsOf(inside, tables) });
  }));
});

async function* rowsOf(
  inside: Queries,
  tables: ReadonlyArray<StoredTable>,
): AsyncGenerator<TableRows> {
  for (const { name, quoted } of tables) {
    yield { table: name, rows: [] };
    const rows = `select row_to_json(${quoted})::text as "row" from ${quoted}`;
    await run(inside.script(`declare stored no scroll cursor for ${rows}`));
    for (;;) {
      const fetched = await run(inside.query(`fetch ${FETCH_ROWS} from stored`, [], patient));
      if (fetched.length === 0) break;
      yield { table: name, rows: fetched.map((row) => String(row["row"])) };
    }
    await run(inside.script("close stored"));
  }
}

const run = Effect.runPromise;
