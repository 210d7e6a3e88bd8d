/**
 * Reads a whole store at one moment, row by row, while others write to it.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { type AppliedMigration, appliedMigrations } from "./migrate.ts";
import { type Queries, Sql, SqlFailed } from "./sql.ts";
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

/** What {@linkcode readIfSmall} reads, in memory. */
export interface SmallSnapshot {
  readonly migrations: ReadonlyArray<AppliedMigration>;
  readonly tables: ReadonlyArray<TableRows>;
}

/** What fits into one answer, and holds up other statements for a moment alone. */
const SMALL_BYTES = 4 * 1024 * 1024;

const TABLE_BYTES = `
  select coalesce(sum(pg_table_size(oid)), 0)::text as bytes from pg_class
  where relnamespace = to_regnamespace($1) and relkind = 'r'
`;

/** Reads a whole store at one moment; none where its tables have more than 4 MiB. */
export const readIfSmall = Effect.gen(function* () {
  const sql = yield* Sql;
  const [size] = yield* sql.query(TABLE_BYTES, [`"${sql.schema}"`]);
  if (Number(size?.["bytes"]) > SMALL_BYTES) return Option.none<SmallSnapshot>();
  return yield* useSnapshot(({ migrations, rows }) =>
    Effect.map(
      Effect.tryPromise({ try: () => Array.fromAsync(rows), catch: sqlFailure }),
      (tables) => Option.some<SmallSnapshot>({ migrations, tables }),
    )
  );
});

/** What a table's rows fail with is the statement's. */
function sqlFailure(cause: unknown): SqlFailed {
  return cause instanceof SqlFailed ? cause : new SqlFailed({ cause });
}

async function* rowsOf(
  inside: Queries,
  tables: ReadonlyArray<StoredTable>,
): AsyncGenerator<TableRows> {
  const filled = await run(filledTables(inside, tables));
  for (const { name, quoted } of tables) {
    yield { table: name, rows: [] };
    if (!filled.has(name)) continue;
    const rows = `select row_to_json(${quoted})::text as "row" from ${quoted}`;
    await run(inside.script(`declare stored no scroll cursor for ${rows}`));
    for (;;) {
      const fetched = await run(inside.query(`fetch ${FETCH_ROWS} from stored`, [], patient));
      if (fetched.length > 0) yield { table: name, rows: fetched.map(({ row }) => String(row)) };
      if (fetched.length < FETCH_ROWS) break;
    }
    await run(inside.script("close stored"));
  }
}

/** Returns the names of the tables that have rows. A cursor takes longer than to see that. */
const filledTables = Effect.fnUntraced(function* (
  inside: Queries,
  tables: ReadonlyArray<StoredTable>,
) {
  const looks = tables.map(({ quoted }) => `exists (select from ${quoted})`);
  const [found] = yield* inside.query(
    `select array[${looks.join(", ")}]::boolean[] as "filled"`,
    [],
    patient,
  );
  const filled = found?.["filled"] as ReadonlyArray<boolean>;
  return new Set(tables.filter((_, at) => filled[at]).map(({ name }) => name));
});

const run = Effect.runPromise;
