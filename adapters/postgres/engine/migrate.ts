/**
 * Brings the tables to where this version of the service expects them.
 *
 * @module
 */
import { Effect, Layer, References, Schema } from "effect";
import { type Migration, OWN_MIGRATIONS } from "./own_migrations.ts";
import { takePreparedTables } from "./prepared_tables.ts";
import { type Queries, Sql, type SqlFailed } from "./sql.ts";
import { troubleOf } from "./store_trouble.ts";
import { firstLineOf, StoreUnavailable } from "./store_unavailable.ts";

/** A migration that a store has gone through; `sha256` is that of its text, in hex. */
export interface AppliedMigration {
  readonly name: string;
  readonly sha256: string;
}

/** The database has other migrations than these, so it is not safe to continue. */
export class MigrationRefused extends Schema.TaggedError<MigrationRefused>()("MigrationRefused", {
  name: Schema.String,
  reason: Schema.Literals(["changed", "unknown"]),
}) {
  override get message(): string {
    return this.reason === "changed"
      ? `Cannot use the store: migration ${this.name} was applied with another text`
      : `Cannot use the store: migration ${this.name} belongs to a later version of this ` +
        "service; use that version, or a backup of before";
  }
}

/** One replica migrates while the others wait. */
const MIGRATE_TIMEOUT_MS = 60_000;
const patient = { timeoutMs: MIGRATE_TIMEOUT_MS };

/**
 * Creates the schema if it is missing, and applies missing migrations in order, all or nothing.
 *
 * Any number of replicas may run this concurrently: a lock lets them through one by one.
 */
export const migrate = Effect.fnUntraced(function* (migrations: ReadonlyArray<Migration>) {
  const sql = yield* Sql;
  yield* sql.transaction(Effect.fnUntraced(function* (inside) {
    yield* inside.script(`set local statement_timeout = ${MIGRATE_TIMEOUT_MS}`);
    yield* takeMigrationLock(inside, sql.schema);
    yield* createSchema(inside, sql.schema);
    yield* migrateInside(inside, sql.schema, migrations);
  })).pipe(
    // A failure ends the start with a sentence of its own.
    Effect.provideService(References.MinimumLogLevel, "None"),
    Effect.catchTag("SqlFailed", unavailable),
  );
});

/** Lets only one replica at a time change the tables of a schema, until its transaction ends. */
export const takeMigrationLock = Effect.fnUntraced(function* (inside: Queries, schema: string) {
  const lock = `strikeline:${schema}`;
  yield* inside.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [lock], patient);
});

/** Applies missing migrations in order. The schema exists, and the lock is taken. */
export const migrateInside = Effect.fnUntraced(function* (
  inside: Queries,
  schema: string,
  migrations: ReadonlyArray<Migration>,
) {
  const rows = yield* appliedMigrations(inside, schema);
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  for (const name of applied.keys()) {
    if (!migrations.some((migration) => migration.name === name)) {
      return yield* new MigrationRefused({ name, reason: "unknown" });
    }
  }
  for (const migration of migrations) yield* apply(inside, applied, migration);
});

/** Provides a {@linkcode Sql} whose tables exist. */
export function layerMigrated(
  layer: Layer.Layer<Sql, StoreUnavailable>,
): Layer.Layer<Sql, StoreUnavailable | MigrationRefused> {
  return Layer.effect(
    Sql,
    Effect.gen(function* () {
      yield* Effect.catchTag(takePreparedTables, "SqlFailed", unavailable);
      yield* migrate(OWN_MIGRATIONS);
      return yield* Sql;
    }),
  ).pipe(Layer.provide(layer));
}

/**
 * Creates the schema, with its list of migrations, where it is missing. Asks first: `if not exists`
 * wants the right to create even where there is nothing to do.
 */
export const createSchema = Effect.fnUntraced(function* (inside: Queries, schema: string) {
  const [row] = yield* inside.query("select to_regnamespace($1)::text as found", [schema]);
  if (row?.["found"] === null) yield* inside.script(`create schema "${schema}"`);
  yield* inside.script(`
    create table if not exists migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )
  `);
});

/** Returns the migrations of a store in order; none where it was never prepared. */
export const appliedMigrations = Effect.fnUntraced(function* (inside: Queries, schema: string) {
  const [table] = yield* inside.query("select to_regclass($1)::text as found", [
    `"${schema}".migrations`,
  ]);
  if (table?.["found"] === null) return [];
  const rows = yield* inside.query('select name, sha256 from migrations order by name collate "C"');
  return rows.map((row): AppliedMigration => ({
    name: String(row["name"]),
    sha256: String(row["sha256"]),
  }));
});

const apply = Effect.fnUntraced(function* (
  inside: Queries,
  applied: ReadonlyMap<string, string>,
  { name, text }: Migration,
) {
  const sha256 = sha256Of(text);
  const known = applied.get(name);
  if (known === sha256) return;
  if (known !== undefined) return yield* new MigrationRefused({ name, reason: "changed" });
  yield* inside.script(text, patient);
  yield* inside.query("insert into migrations (name, sha256) values ($1, $2)", [name, sha256]);
});

/** Returns the digest of a migration's text, in hex. */
export function sha256Of(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

function unavailable(failure: SqlFailed) {
  const { cause } = failure;
  const detail = troubleOf(cause) ?? `its tables cannot be prepared (${firstLineOf(cause)})`;
  return new StoreUnavailable({ detail, cause: failure });
}
