/**
 * What an operator asks of a whole store: how it is, all that it has, and a copy of its files.
 *
 * @module
 */
import { Context, Effect, Layer, type Option, Schema } from "effect";
import { mkdir, rm } from "node:fs/promises";
import { StoreFailed } from "../../../core/port/store_failure.ts";
import { CopyImpossible } from "../store/copy_store.ts";
import { failingTo } from "./failing_to.ts";
import { appliedMigrations } from "./migrate.ts";
import { OWN_MIGRATIONS } from "./own_migrations.ts";
import { readIfSmall, type SmallSnapshot } from "./snapshot.ts";
import { Sql } from "./sql.ts";
import { troubleOf } from "./store_trouble.ts";

/** The files of a store cannot be copied. */
export class CopyRefused extends Schema.TaggedError<CopyRefused>()("CopyRefused", {
  reason: Schema.String,
}) {
  override get message(): string {
    return `Cannot copy the store: ${this.reason}`;
  }
}

/** How a store is. */
export interface StoreFacts {
  /** The version of PostgreSQL, such as `15.20`. */
  readonly version: string;
  /** The size of its database, which may hold more than this store. */
  readonly bytes: number;
  readonly isReadOnly: boolean;
  /** The names of migrations of this version of the service that it has not gone through. */
  readonly pending: ReadonlyArray<string>;
  /** The names of those that only a later version knows. */
  readonly unknown: ReadonlyArray<string>;
}

/** Takes care of one store. */
export class StoreCare extends Context.Service<StoreCare, {
  readonly facts: Effect.Effect<StoreFacts, StoreFailed>;
  /** Everything that is stored, at one moment; none where that is much. */
  readonly readIfSmall: Effect.Effect<Option.Option<SmallSnapshot>, StoreFailed>;
  /**
   * Copies an embedded store into a new folder `name` beside it, owner only. The copy has all that
   * was committed before.
   */
  readonly copyTo: (name: string) => Effect.Effect<void, CopyRefused | StoreFailed>;
}>()("adapters/postgres/StoreCare") {}

const FACTS = `
  select current_setting('server_version') as version,
    pg_database_size(current_database())::text as bytes,
    current_setting('transaction_read_only') as is_read_only
`;

/** Reads how a store is. It need not be prepared. */
export const readStoreFacts = Effect.gen(function* () {
  const sql = yield* Sql;
  const own = OWN_MIGRATIONS.map(({ name }) => name);
  const [row] = yield* sql.query(FACTS);
  const applied = (yield* appliedMigrations(sql, sql.schema)).map(({ name }) => name);
  const facts: StoreFacts = {
    version: String(row?.["version"]).split(" ")[0] ?? "",
    bytes: Number(row?.["bytes"]),
    isReadOnly: row?.["is_read_only"] === "on",
    pending: own.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !own.includes(name)),
  };
  return facts;
}).pipe(failingTo("read the store's state"));

/** Provides it for the store in `folder`, which is unused for a server. */
export function layerStoreCare(folder: string): Layer.Layer<StoreCare, never, Sql> {
  return Layer.effect(
    StoreCare,
    Effect.gen(function* () {
      const sql = yield* Sql;
      return StoreCare.of({
        facts: Effect.provideService(readStoreFacts, Sql, sql),
        readIfSmall: readIfSmall.pipe(Effect.provideService(Sql, sql), failingTo("read the store")),
        copyTo: Effect.fnUntraced(function* (name) {
          const copy = `${folder}/${name}`;
          yield* Effect.tryPromise({
            try: () => mkdir(copy, { mode: 0o700 }),
            catch: (cause) => new StoreFailed({ operation: "copy the store", cause }),
          });
          yield* sql.copyTo(copy).pipe(
            Effect.mapError(({ cause }) => refusalOf(cause)),
            Effect.onError(() => Effect.promise(() => rm(copy, { recursive: true, force: true }))),
          );
        }),
      });
    }),
  );
}

function refusalOf(cause: unknown): CopyRefused | StoreFailed {
  const reason = cause instanceof CopyImpossible ? cause.message : troubleOf(cause);
  if (reason !== undefined) return new CopyRefused({ reason });
  return new StoreFailed({ operation: "copy the store", cause });
}
