/**
 * Driver: a PostgreSQL server, through a pool of connections.
 *
 * @module
 */
import { Effect, type Layer, Redacted } from "effect";
import {
  type Connection,
  type ConnectionPool,
  makeConnection,
  makePool,
} from "./connection_pool.ts";
import { DeadlinePassed, STATEMENT_TIMEOUT_MS } from "./deadline.ts";
import { layerOf, type Sql, type SqlDriver, type Statements } from "./sql.ts";
import { firstLineOf, StoreUnavailable } from "./store_unavailable.ts";

/**
 * The server, the schema, and the maximum number of connections. `timeoutMs`: the time limit for a
 * connection or a statement; defaults to 5 s.
 */
export interface SqlServerOptions {
  readonly url: Redacted.Redacted<string>;
  readonly schema: string;
  readonly connectionsMax: number;
  readonly timeoutMs?: number;
}

/** Opens a pool after checking that the server answers; closes it with its scope. */
export function layerSqlServer(
  { timeoutMs = STATEMENT_TIMEOUT_MS, ...rest }: SqlServerOptions,
): Layer.Layer<Sql, StoreUnavailable> {
  const options = { ...rest, timeoutMs };
  const acquire = Effect.tryPromise({
    try: async () => {
      const pool = makePool(() => connect(options), options);
      try {
        const [row] = await pool.lend((connection) => connection.run({ text: VERSION }));
        checkVersion(Number(row?.["number"]), String(row?.["text"]));
        return pool;
      } catch (cause) {
        await pool.close();
        throw cause;
      }
    },
    catch: (cause) => new StoreUnavailable({ detail: detailOf(cause, options), cause }),
  });
  const open = Effect.gen(function* () {
    const pool = yield* Effect.acquireRelease(acquire, (pool) => Effect.promise(pool.close));
    return driverOf(pool);
  });
  return layerOf(options.schema, open);
}

/** The oldest major version that the tests of stores are run on. */
const MAJOR_VERSION_MIN = 14;
const VERSION = `
  select current_setting('server_version_num') as number, current_setting('server_version') as text
`;

/** Throws for a version that is too old. Of version 14.2 the number is 140002. */
function checkVersion(number: number, text: string): void {
  if (number < MAJOR_VERSION_MIN * 10_000) throw new TooOld(text.split(" ")[0]);
}

class TooOld extends Error {}

function connect({ url, schema, timeoutMs }: Required<SqlServerOptions>): Connection {
  return makeConnection(Redacted.value(url), {
    timeoutMs,
    settings: {
      application_name: "strikeline",
      search_path: schema,
      statement_timeout: timeoutMs,
      // Whatever the planner believes of a large table, no statement here runs for as long as its
      // compilation.
      jit: "off",
      // A process that hangs inside of a transaction must not keep its locks.
      idle_in_transaction_session_timeout: timeoutMs,
    },
  });
}

function driverOf(pool: ConnectionPool): SqlDriver {
  return {
    isShared: true,
    copyTo: () => Promise.reject(new Error("the files are a server's")),
    query: (...asked) => pool.lend((connection) => statementsOf(connection).query(...asked)),
    script: (...asked) => pool.lend((connection) => statementsOf(connection).script(...asked)),
    begin: (use) => pool.lend((connection) => begin(connection, use)),
  };
}

function statementsOf(connection: Connection): Statements {
  return {
    query: (text, parameters, { timeoutMs }) => connection.run({ text, parameters, timeoutMs }),
    script: async (text, { timeoutMs }) => {
      await connection.run({ text, timeoutMs });
    },
  };
}

/** A broken connection is not asked to roll back: its end rolls back. */
async function begin<A>(
  connection: Connection,
  use: (inside: Statements) => Promise<A>,
): Promise<A> {
  await connection.run({ text: "begin" });
  const result = await use(statementsOf(connection)).catch(async (cause) => {
    if (!connection.isBroken()) await connection.run({ text: "rollback" }).catch(() => {});
    throw cause;
  });
  const { command } = await connection.run({ text: "commit" });
  // After a failed statement, the server treats "commit" as "rollback" without an error.
  if (command !== "COMMIT") throw new Error("the transaction was rolled back");
  return result;
}

/** Never includes the URL, which contains the password. */
function detailOf(cause: unknown, { url, timeoutMs }: Required<SqlServerOptions>): string {
  const { host, pathname } = URL.parse(Redacted.value(url)) ?? {};
  if (!host) return "DATABASE_URL is not of the form postgres://user:password@host:5432/name";
  if (cause instanceof TooOld) {
    return `${host} is PostgreSQL ${cause.message}; use ${MAJOR_VERSION_MIN} or later`;
  }
  if (cause instanceof DeadlinePassed) return `${host} gives ${cause.message}`;
  switch ((cause as { readonly code?: unknown } | null)?.code) {
    case "ECONNREFUSED":
      return `${host} refuses connections`;
    case "CONNECT_TIMEOUT":
      return `${host} gives no answer within ${timeoutMs / 1000} s`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `the name of ${host} is not known`;
    case "28P01":
    case "28000":
      return `${host} refuses the user or the password`;
    case "3D000":
      return `${host} has no database "${pathname?.slice(1)}"`;
    default:
      return `${host}: ${firstLineOf(cause)}`;
  }
}
