/**
 * Replaces all that a store holds, in one transaction.
 *
 * @module
 */
import { Effect, Schema } from "effect";
import {
  type AppliedMigration,
  createSchema,
  migrateInside,
  MigrationRefused,
  sha256Of,
  takeMigrationLock,
} from "../engine/migrate.ts";
import { type Migration, OWN_MIGRATIONS } from "../engine/own_migrations.ts";
import { isInUse } from "../engine/serving.ts";
import type { TableRows } from "../engine/snapshot.ts";
import { type Queries, Sql } from "../engine/sql.ts";
import { allTables, hasRows, type StoredTable, storedTables } from "../engine/stored_tables.ts";

/** The store cannot be replaced as it is: a process uses it, or it has data. */
export class StoreOccupied extends Schema.TaggedError<StoreOccupied>()("StoreOccupied", {
  by: Schema.Literals(["process", "data"]),
}) {
  override get message(): string {
    return this.by === "process"
      ? "Cannot restore: a service or a command is running on the store"
      : "Cannot restore: the store has data";
  }
}

/** The rows do not fit the tables. */
export class RowsForeign extends Schema.TaggedError<RowsForeign>()("RowsForeign", {
  table: Schema.String,
}) {
  override get message(): string {
    return `Cannot restore: there is no table "${this.table}"`;
  }
}

/** What to restore, and whether it may replace data. */
export interface RestoreRequest {
  /** The migrations of the store that the rows are from. */
  readonly migrations: ReadonlyArray<AppliedMigration>;
  /** Rows of one table after those of the tables that they refer to. */
  readonly rows: AsyncIterable<TableRows>;
  readonly isReplacing: boolean;
}

/** Building an index over all rows takes its time. */
const STATEMENT_TIMEOUT_MS = 600_000;
const patient = { timeoutMs: STATEMENT_TIMEOUT_MS };

/**
 * Restores the rows at the level of their migrations, and then migrates them to this version's. If
 * anything fails, or the process is killed, the store remains as it was. Needs a {@linkcode Sql}
 * without migrations.
 */
export const restoreStore = Effect.fnUntraced(function* (request: RestoreRequest) {
  const own = OWN_MIGRATIONS;
  const known = yield* knownPart(own, request.migrations);
  const sql = yield* Sql;
  yield* sql.transaction(Effect.fnUntraced(function* (inside) {
    yield* inside.script(`
      set local statement_timeout = ${STATEMENT_TIMEOUT_MS};
      set local idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS};
      set local timezone = 'UTC'
    `);
    yield* takeMigrationLock(inside, sql.schema);
    yield* createSchema(inside, sql.schema);
    const present = yield* storedTables(inside, sql.schema);
    if (yield* isUsed(inside, sql.schema)) return yield* new StoreOccupied({ by: "process" });
    if (!request.isReplacing && (yield* hasRows(inside, present))) {
      return yield* new StoreOccupied({ by: "data" });
    }
    yield* dropAll(inside, sql.schema);
    yield* migrateInside(inside, sql.schema, known);
    const tables = yield* storedTables(inside, sql.schema);
    for (const { quoted } of tables.toReversed()) yield* inside.query(`delete from ${quoted}`);
    yield* insertAll(inside, tables, request.rows);
    yield* countOn(inside, tables);
    yield* migrateInside(inside, sql.schema, own);
  }));
});

/** Returns the migrations of this version that the rows have gone through. */
const knownPart = Effect.fnUntraced(function* (
  own: ReadonlyArray<Migration>,
  applied: ReadonlyArray<AppliedMigration>,
) {
  for (const { name, sha256 } of applied) {
    const same = own.find((migration) => migration.name === name);
    if (same === undefined) return yield* new MigrationRefused({ name, reason: "unknown" });
    if (sha256Of(same.text) !== sha256) {
      return yield* new MigrationRefused({ name, reason: "changed" });
    }
  }
  return own.filter(({ name }) => applied.some((migration) => migration.name === name));
});

/** Of a server, the processes that use a store are known by their leases. */
const isUsed = Effect.fnUntraced(function* (inside: Queries, schema: string) {
  const { isShared } = yield* Sql;
  const tables = yield* allTables(inside, schema);
  if (!isShared || !tables.some(({ name }) => name === "leases")) return false;
  return yield* isInUse(inside);
});

const FUNCTIONS = `
  select oid::regprocedure::text as signature from pg_proc where pronamespace = to_regnamespace($1)
`;

/** Drops tables and functions, but nothing that others have built upon them: that fails. */
const dropAll = Effect.fnUntraced(function* (inside: Queries, schema: string) {
  const tables = yield* allTables(inside, schema);
  yield* inside.script(`drop table ${tables.map(({ quoted }) => quoted).join(", ")}`, patient);
  for (const row of yield* inside.query(FUNCTIONS, [`"${schema}"`])) {
    yield* inside.script(`drop function ${String(row["signature"])}`);
  }
  yield* createSchema(inside, schema);
});

const insertAll = Effect.fnUntraced(function* (
  inside: Queries,
  tables: ReadonlyArray<StoredTable>,
  batches: AsyncIterable<TableRows>,
) {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const insert = Effect.fnUntraced(function* ({ table: name, rows }: TableRows) {
    const table = byName.get(name);
    if (table === undefined) return yield* new RowsForeign({ table: name.slice(0, 60) });
    if (rows.length === 0) return;
    const { quoted, columns } = table;
    const text = `
      insert into ${quoted} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${quoted}, $1::text::json)
    `;
    yield* inside.query(text, [`[${rows.join(",")}]`], patient);
  });
  const iterator = batches[Symbol.asyncIterator]();
  for (;;) {
    const next = yield* Effect.tryPromise({ try: () => iterator.next(), catch: (cause) => cause });
    if (next.done === true) return;
    yield* insert(next.value);
  }
});

/** Continues the database's own counting after the restored rows. */
const countOn = Effect.fnUntraced(function* (
  inside: Queries,
  tables: ReadonlyArray<StoredTable>,
) {
  for (const { quoted, counted } of tables) {
    for (const column of counted) {
      yield* inside.query(
        `select setval(pg_get_serial_sequence($1, $2), max("${column}")) from ${quoted}
         having max("${column}") is not null`,
        [quoted, column],
      );
    }
  }
});
