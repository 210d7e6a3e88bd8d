/**
 * The database interface: text and parameters in, rows out, for any driver.
 *
 * @module
 */
import { type Cause, Context, Effect, Exit, Layer, Schema, type Scope } from "effect";
import { isUnwritable, readOnlyStore, StoreUnwritable, troubleOf } from "./store_trouble.ts";
import { StoreUnavailable } from "./store_unavailable.ts";

/** A statement was refused, interrupted or timed out. `cause` is for the log. */
export class SqlFailed extends Schema.TaggedError<SqlFailed>()("SqlFailed", {
  cause: Schema.Defect(),
}) {
  override get message(): string {
    return `Cannot run a statement: ${this.cause instanceof Error ? this.cause.message : ""}`;
  }
}

/** Bigints, instants and JSON are sent as text and cast in the statement: `$1::text::numeric`. */
export type SqlParameter = string | number | boolean | null;

/**
 * One row. The drivers disagree on bigint, numeric and JSON columns, so statements cast those to
 * text.
 */
export type SqlRow = Readonly<Record<string, unknown>>;

/** `timeoutMs`: the time limit for the answer; defaults to 5 s. */
export interface SqlOptions {
  readonly timeoutMs?: number;
}

/** The operations on a connection or inside a transaction. */
export interface Queries {
  /** Runs one statement; `$1` is the first parameter. */
  readonly query: (
    text: string,
    parameters?: ReadonlyArray<SqlParameter>,
    options?: SqlOptions,
  ) => Effect.Effect<ReadonlyArray<SqlRow>, SqlFailed>;
  /** Runs any number of statements without parameters. */
  readonly script: (text: string, options?: SqlOptions) => Effect.Effect<void, SqlFailed>;
}

/** A database whose search path is one schema. */
export class Sql extends Context.Service<
  Sql,
  Queries & {
    /** The schema of every unqualified name. It may not exist yet. */
    readonly schema: string;
    /**
     * Commits when `use` succeeds and rolls back when it fails or is interrupted. Only the passed
     * queries belong to the transaction; do not nest.
     */
    readonly transaction: <A, E, R>(
      use: (inside: Queries) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | SqlFailed, R>;
    /** Whether other processes may use the schema at the same time. */
    readonly isShared: boolean;
    /** Names this process among those that share the schema. */
    readonly process: string;
    /** Copies the files of an embedded store into a folder. Fails for any other. */
    readonly copyTo: (folder: string) => Effect.Effect<void, SqlFailed>;
    /** Fails unless the database answers and takes what is written. */
    readonly ping: Effect.Effect<void, SqlFailed>;
  }
>()("adapters/postgres/Sql") {}

/** A driver's queries, as promises. Each call keeps its own deadlines. */
export interface Statements {
  readonly query: (
    text: string,
    parameters: ReadonlyArray<SqlParameter>,
    options: SqlOptions,
  ) => Promise<ReadonlyArray<SqlRow>>;
  readonly script: (text: string, options: SqlOptions) => Promise<void>;
}

/** A driver that can also begin a transaction. */
export interface SqlDriver extends Statements {
  /** Whether other processes may use the database at the same time. */
  readonly isShared: boolean;
  /** Rolls back when `use` rejects. */
  readonly begin: <A>(use: (inside: Statements) => Promise<A>) => Promise<A>;
  /** Copies the files of the store into a folder. */
  readonly copyTo: (folder: string) => Promise<void>;
}

/** Creates the service on a driver. */
export function makeSql(driver: SqlDriver, schema: string): Sql["Service"] {
  /** Whether a write failed in a way that others will, and none was tried since. */
  let isSuspect = false;
  const attempt: Attempt = (run) =>
    Effect.tapError(attemptOnce(run), ({ cause }) => {
      isSuspect ||= isUnwritable(cause);
      const trouble = cause instanceof StoreUnwritable ? cause.message : troubleOf(cause);
      if (trouble === undefined) return Effect.void;
      // The log counts its repetitions.
      return Effect.logError(`Cannot write to the store: ${trouble}`);
    });

  /** Writes for a trial where a write has failed; returns whether that is over. */
  async function ping(): Promise<boolean> {
    const [row] = await driver.query(READ_ONLY, [], {});
    if (row?.["is_read_only"] === "on") throw readOnlyStore();
    if (!isSuspect) return false;
    await driver.begin((inside) => inside.script(tryWriting(), {})).catch((cause) => {
      throw new StoreUnwritable(troubleOf(cause) ?? "a write failed", { cause });
    });
    isSuspect = false;
    return true;
  }

  return Sql.of({
    schema,
    ...queriesOf(driver, attempt),
    transaction: Effect.fnUntraced(function* <A, E, R>(
      use: (inside: Queries) => Effect.Effect<A, E, R>,
    ) {
      const context = yield* Effect.context<R>();
      const exit = yield* attempt((signal) =>
        driver.begin(async (inside) => {
          const queries = queriesOf(inside, attempt);
          const exit = await Effect.runPromiseExitWith(context)(use(queries), { signal });
          if (Exit.isFailure(exit)) throw new RolledBack(exit.cause);
          return exit;
        }).catch((cause) => {
          if (cause instanceof RolledBack) return Exit.failCause(cause.why as Cause.Cause<E>);
          throw cause;
        })
      );
      return yield* exit;
    }),
    isShared: driver.isShared,
    process: crypto.randomUUID(),
    copyTo: (folder) => attempt(() => driver.copyTo(folder)),
    ping: Effect.flatMap(
      attempt(ping),
      (isOver) => isOver ? Effect.logInfo("The store takes writes again") : Effect.void,
    ),
  });
}

const READ_ONLY = "select current_setting('transaction_read_only') as is_read_only";

/** New pages on the disk, gone at the commit. A disk that is full still takes a changed row. */
function tryWriting(): string {
  const name = `write_probe_${crypto.randomUUID().replaceAll("-", "")}`;
  return `
    create table ${name} as select md5(n::text) as filler from generate_series(1, 2000) n;
    drop table ${name};
  `;
}

/** Carries a failure through the driver, which rolls back on anything thrown. */
class RolledBack {
  readonly why: Cause.Cause<unknown>;
  constructor(why: Cause.Cause<unknown>) {
    this.why = why;
  }
}

function queriesOf(statements: Statements, attempt: Attempt): Queries {
  return {
    query: (text, parameters = [], options = {}) =>
      attempt(() => statements.query(text, parameters, options)),
    script: (text, options = {}) => attempt(() => statements.script(text, options)),
  };
}

/** Runs a driver's call as an Effect. */
type Attempt = <A>(run: (signal: AbortSignal) => Promise<A>) => Effect.Effect<A, SqlFailed>;

function attemptOnce<A>(run: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, SqlFailed> {
  return Effect.tryPromise({ try: run, catch: (cause) => new SqlFailed({ cause }) });
}

/** Provides a layer for a driver that must be opened and closed. Refuses an unquotable schema. */
export function layerOf(
  schema: string,
  open: Effect.Effect<SqlDriver, StoreUnavailable, Scope.Scope>,
): Layer.Layer<Sql, StoreUnavailable> {
  return Layer.effect(
    Sql,
    Effect.gen(function* () {
      if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) {
        const detail = `"${schema.slice(0, 60)}" is not a schema name (a-z, 0-9, _; at most 41)`;
        return yield* new StoreUnavailable({ detail, cause: null });
      }
      return makeSql(yield* open, schema);
    }),
  );
}
