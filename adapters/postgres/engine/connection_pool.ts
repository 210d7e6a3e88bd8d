/**
 * A pool of connections to a PostgreSQL server, each used by one caller at a time.
 *
 * The driver's own pool is not used, only single connections that are discarded on the first error:
 * when a connection breaks, postgres.js 3.4.9 may write to it again, which ends the process, or may
 * reconnect and then never send anything.
 *
 * @module
 */
import postgres from "postgres";
import { DeadlinePassed, within } from "./deadline.ts";
import type { SqlParameter, SqlRow } from "./sql.ts";

/** One connection. It connects with its first statement. */
export interface Connection {
  /**
   * Returns the rows and the command that the server reports. Without parameters: any number of
   * statements.
   */
  readonly run: (statement: {
    readonly text: string;
    readonly parameters?: ReadonlyArray<SqlParameter>;
    readonly timeoutMs?: number | undefined;
  }) => Promise<ReadonlyArray<SqlRow> & { readonly command: string }>;
  /** Whether the connection must not be used any more. */
  readonly isBroken: () => boolean;
  readonly close: (graceSec: number) => Promise<void>;
}

/** Lends connections. */
export interface ConnectionPool {
  /** Waits for a connection, up to a deadline, and takes it back when `use` has ended. */
  readonly lend: <A>(use: (connection: Connection) => Promise<A>) => Promise<A>;
  readonly close: () => Promise<void>;
}

/**
 * Creates a connection whose session has these settings. It is broken after any failure except that
 * of a statement.
 */
export function makeConnection(
  url: string,
  { timeoutMs: timeoutMsUsual, settings }: {
    readonly timeoutMs: number;
    readonly settings: Record<string, string | number>;
  },
): Connection {
  let isBroken = false;
  const client = postgres(url, {
    max: 1,
    connect_timeout: timeoutMsUsual / 1000,
    keep_alive: 15,
    fetch_types: false,
    onnotice: () => {},
    onclose: () => {
      isBroken = true;
    },
    connection: settings,
  });
  return {
    isBroken: () => isBroken,
    run: async ({ text, parameters, timeoutMs = timeoutMsUsual }) => {
      // The driver would reconnect and commit the rest of a transaction.
      if (isBroken) throw new Error("the connection is broken");
      const asked = parameters === undefined
        ? client.unsafe(text).simple()
        : client.unsafe(text, [...parameters], { prepare: true });
      try {
        return await within(timeoutMs, asked) as never;
      } catch (cause) {
        const isOfStatement = cause instanceof postgres.PostgresError && cause.severity === "ERROR";
        isBroken ||= !isOfStatement;
        throw cause;
      }
    },
    close: (graceSec) => within(timeoutMsUsual, client.end({ timeout: graceSec })).catch(() => {}),
  };
}

/** Opens at most `connectionsMax` connections, on demand. First come, first served. */
export function makePool(
  connect: () => Connection,
  { timeoutMs, connectionsMax }: { readonly timeoutMs: number; readonly connectionsMax: number },
): ConnectionPool {
  const open = new Set<Connection>();
  const idle: Array<Connection> = [];
  const waiting = new Set<(connection: Connection) => void>();
  let isClosed = false;

  /** Takes the most recently used connection, so that others can be found broken while idle. */
  function take(): Connection | undefined {
    if (isClosed) throw new Error("the store is closed");
    for (let found = idle.pop(); found !== undefined; found = idle.pop()) {
      if (!found.isBroken()) return found;
      discard(found);
    }
    if (open.size >= connectionsMax) return undefined;
    const fresh = connect();
    open.add(fresh);
    return fresh;
  }

  function discard(connection: Connection): void {
    open.delete(connection);
    void connection.close(0);
  }

  function giveBack(connection: Connection): void {
    if (connection.isBroken() || isClosed) discard(connection);
    else idle.push(connection);
    const [next] = waiting;
    if (next === undefined || isClosed) return;
    const free = take();
    if (free === undefined) return;
    waiting.delete(next);
    next(free);
  }

  async function wait(): Promise<Connection> {
    const { promise, resolve } = Promise.withResolvers<Connection>();
    waiting.add(resolve);
    try {
      return await within(timeoutMs, promise);
    } catch (cause) {
      // A connection handed over exactly at the deadline has no user: return it.
      if (!waiting.delete(resolve)) giveBack(await promise);
      throw cause instanceof DeadlinePassed ? new Error("all connections are busy") : cause;
    }
  }

  return {
    lend: async (use) => {
      const connection = take() ?? await wait();
      try {
        return await use(connection);
      } finally {
        giveBack(connection);
      }
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...open].map((connection) => connection.close(1)));
    },
  };
}
