/**
 * Brings the tables to where this version of the service expects them.
 *
 * @module
 */
import { Effect, Layer, Schema } from "effect";
import { type Queries, Sql, type SqlFailed } from "./sql.ts";
import { firstLineOf, StoreUnavailable } from "./store_unavailable.ts";

/** One migration. `name` orders it; once released, neither name nor text may change. */
export interface Migration {
  readonly name: string;
  readonly text: string;
}

/** The database has other migrations than these, so it is not safe to continue. */
export class MigrationRefused extends Schema.TaggedError<MigrationRefused>()("MigrationRefused", {
  name: Schema.String,
  reason: Schema.Literals(["changed", "unknown"]),
}) {
  override get message(): string {
    return this.reason === "changed"
      ? `Cannot use the store: migration ${this.name} was applied with another text`
      : `Cannot use the store: migration ${this.name} belongs to a later version of this service`;
  }
}

/** One replica migrates while the others wait. */
const MIGRATE_TIMEOUT_MS = 60_000;
const patient = { timeoutMs: MIGRATE_TIMEOUT_MS };

/** The migrations of this version, from the files in `migration/`. */
export const ownMigrations: Effect.Effect<ReadonlyArray<Migration>> = Effect.promise(async () => {
  const folder = `${import.meta.dir}/migration`;
  const names = await Array.fromAsync(new Bun.Glob("*.sql").scan({ cwd: folder }));
  return await Promise.all(
    names.sort().map(async (name) => ({ name, text: await Bun.file(`${folder}/${name}`).text() })),
  );
});

/**
 * Creates the schema if it is missing, and applies missing migrations in order, all or nothing.
 *
 * Any number of replicas may run this concurrently: a lock lets them through one by one.
 */
export const migrate = Effect.fnUntraced(function* (migrations: ReadonlyArray<Migration>) {
  const sql = yield* Sql;
  yield* sql.transaction(Effect.fnUntraced(function* (inside) {
    yield* inside.script(`set local statement_timeout = ${MIGRATE_TIMEOUT_MS}`);
    const lock = `strikeline:${sql.schema}`;
    yield* inside.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [lock], patient);
    yield* createSchema(inside, sql.schema);
    const applied = yield* appliedMigrations(inside);
    for (const name of applied.keys()) {
      if (!migrations.some((migration) => migration.name === name)) {
        return yield* new MigrationRefused({ name, reason: "unknown" });
      }
    }
    for (const migration of migrations) yield* apply(inside, applied, migration);
  })).pipe(Effect.catchTag("SqlFailed", unavailable));
});

/** Provides a {@linkcode Sql} whose tables exist. */
export function layerMigrated(
  layer: Layer.Layer<Sql, StoreUnavailable>,
): Layer.Layer<Sql, StoreUnavailable | MigrationRefused> {
  return Layer.effect(
    Sql,
    Effect.gen(function* () {
      yield* migrate(yield* ownMigrations);
      return yield* Sql;
    }),
  ).pipe(Layer.provide(layer));
}

/** Asks first: `if not exists` wants the right to create even where there is nothing to do. */
const createSchema = Effect.fnUntraced(function* (inside: Queries, schema: string) {
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

const appliedMigrations = Effect.fnUntraced(function* (inside: Queries) {
  const rows = yield* inside.query("select name, sha256 from migrations");
  return new Map(rows.map((row) => [String(row["name"]), String(row["sha256"])]));
});

const apply = Effect.fnUntraced(function* (
  inside: Queries,
  applied: ReadonlyMap<string, string>,
  { name, text }: Migration,
) {
  const sha256 = new Bun.CryptoHasher("sha256").update(text).digest("hex");
  const known = applied.get(name);
  if (known === sha256) return;
  if (known !== undefined) return yield* new MigrationRefused({ name, reason: "changed" });
  yield* inside.script(text, patient);
  yield* inside.query("insert into migrations (name, sha256) values ($1, $2)", [name, sha256]);
});

function unavailable(failure: SqlFailed) {
  const detail = `its tables cannot be prepared (${firstLineOf(failure.cause)})`;
  return new StoreUnavailable({ detail, cause: failure });
}
