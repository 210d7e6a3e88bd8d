/**
 * Locks held for the life of a process, on a separate connection.
 *
 * The server frees them when the connection ends, so a killed process loses its locks. Needs the
 * server itself, or a pooler that assigns connections for a whole session.
 *
 * @module
 */
import { type Connection } from "./connection_pool.ts";

/** The locks of one process. */
export interface HeldLocks {
  /**
   * Whether this process holds the lock now; takes it where nobody has it. What was held is lost
   * with the connection, and taken again on another one where it is free.
   */
  readonly hold: (lock: string) => Promise<boolean>;
  /** Releases every lock. */
  readonly close: () => Promise<void>;
}

/**
 * How soon the server notices that this machine is gone: after 4 s of silence it probes three
 * times, 2 s apart.
 *
 * @see https://www.postgresql.org/docs/current/runtime-config-connection.html
 */
export const LOCK_SETTINGS = {
  tcp_keepalives_idle: 4,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
};

const TAKE = "select pg_try_advisory_lock(hashtextextended($1, 0)) as is_held";
/** A session keeps its locks until it ends: if it answers, it has them. */
const STAND = "select true as is_held";

/** Creates the locks; connects on the first request. */
export function makeHeldLocks(connect: () => Connection): HeldLocks {
  let session: { readonly connection: Connection; readonly held: Set<string> } | undefined;
  let isClosed = false;

  function sessionInUse() {
    if (isClosed) throw new Error("the store is closed");
    if (session?.connection.isBroken()) {
      void session.connection.close(0);
      session = undefined;
    }
    return session ??= { connection: connect(), held: new Set() };
  }

  return {
    hold: async (lock) => {
      const { connection, held } = sessionInUse();
      const [row] = held.has(lock)
        ? await connection.run({ text: STAND })
        : await connection.run({ text: TAKE, parameters: [lock] });
      const isHeld = row?.["is_held"] === true;
      if (isHeld) held.add(lock);
      return isHeld;
    },
    close: async () => {
      isClosed = true;
      await session?.connection.close(1);
    },
  };
}
