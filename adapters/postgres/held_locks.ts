/**
 * Locks that a process holds for as long as it lives, on a connection of their own.
 *
 * The server frees them the moment the connection ends, so that a process that is killed gives up
 * its locks. It needs the server itself, or a pooler that lends connections for a whole session.
 *
 * @module
 */
import { type Connection } from "./connection_pool.ts";

/** Locks of one process. */
export interface HeldLocks {
  /**
   * Whether this process holds the lock now; takes it where nobody has it. What was held is lost
   * with the connection, and taken again on another one where it is free.
   */
  readonly hold: (lock: string) => Promise<boolean>;
  /** Gives up every lock. */
  readonly close: () => Promise<void>;
}

/**
 * How soon the server notices that this machine is gone without a word: after 4 s of silence it
 * asks three times, 2 s apart.
 *
 * @see https://www.postgresql.org/docs/current/runtime-config-connection.html
 */
export const LOCK_SETTINGS = {
  tcp_keepalives_idle: 4,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
};

const TAKE = "select pg_try_advisory_lock(hashtextextended($1, 0)) as is_held";
/** A session has its locks until it ends: if it answers, it has not. */
const STAND = "select true as is_held";

/** Connects when it is first asked for a lock. */
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
