/**
 * The database interface: text and parameters in, rows out, for any driver.
 *
 * @module
 */
import { type Cause, Context, Effect, Exit, Layer, Schema, type Scope } from "effect";
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
    /**
     * Whether this process, of all that share the schema, holds the lock of that name; takes it
     * where nobody has it. It is held until the process ends, or its connection breaks.
     */
    readonly hold: (name: string) => Effect.Effect<boolean, SqlFailed>;
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

/** A driver that can also begin a transaction and hold locks. */
export interface SqlDriver extends Statements {
  /** Rolls back when `use` rejects. */
  readonly begin: <A>(use: (inside: Statements) => Promise<A>) => Promise<A>;
  /** Whether this process holds the lock, which is taken where nobody has it. */
  readonly hold: (lock: string) => Promise<boolean>;
}

/** Creates the service on a driver. */
export function makeSql(driver: SqlDriver, schema: string): Sql["Service"] {
  return Sql.of({
    schema,
    ...queriesOf(driver),
    transaction: Effect.fnUntraced(function* <A, E, R>(
      use: (inside: Queries) => Effect.Effect<A, E, R>,
    ) {
      const context = yield* Effect.context<R>();
      const exit = yield* attempt((signal) =>
        driver.begin(async (inside) => {
          const exit = await Effect.runPromiseExitWith(context)(use(queriesOf(inside)), { signal });
          if (Exit.isFailure(exit)) throw new RolledBack(exit.cause);
          return exit;
        }).catch((cause) => {
          if (cause instanceof RolledBack) return Exit.failCause(cause.why as Cause.Cause<E>);
          throw cause;
        })
      );
      return yield* exit;
    }),
    hold: (name) => attempt(() => driver.hold(`strikeline:${schema}:${name}`)),
  });
}

/** Carries a failure through the driver, which rolls back on anything thrown. */
class RolledBack {
  readonly why: Cause.Cause<unknown>;
  constructor(why: Cause.Cause<unknown>) {
    this.why = why;
  }
}

function queriesOf(statements: Statements): Queries {
  return {
    query: (text, parameters = [], options = {}) =>
      attempt(() => statements.query(text, parameters, options)),
    script: (text, options = {}) => attempt(() => statements.script(text, options)),
  };
}

function attempt<A>(run: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, SqlFailed> {
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
