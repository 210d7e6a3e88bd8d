/**
 * One connection to Redis that is thrown away at the first sign of trouble and replaced.
 *
 * Bun's client can reconnect by itself, but it neither notices a server that went silent nor goes
 * on trying for ever, and meanwhile a command waits. Here a command fails at once while there is
 * no connection, and another one is tried in the background.
 *
 * @module
 */
import { RedisClient } from "bun";
import { makeBackOff } from "../outbound/mod.ts";

/** Where the server is. `timeoutMs`: longest wait for the answer to one command. */
export interface RedisConnectionOptions {
  readonly url: string;
  readonly timeoutMs: number;
}

/** Sends commands. */
export interface RedisConnection {
  /**
   * The answer, or a rejection within the timeout that says why there is none. A command that was
   * rejected may have been done. Commands of one turn of the event loop travel together.
   */
  readonly send: (command: string, parameters: ReadonlyArray<string>) => Promise<unknown>;
  /** For good. */
  readonly close: () => void;
}

/** A server elsewhere and TLS take longer than a command does; nobody waits for it. */
const CONNECT_TIMEOUT_MS = 2_000;

/** Begins to connect at once, and never gives up. */
export function connectToRedis(
  { url, timeoutMs }: RedisConnectionOptions,
): RedisConnection {
  const backOffMs = makeBackOff();
  /** The one to use; and the one that is being connected or was last. */
  let client: RedisClient | undefined;
  let latest: RedisClient | undefined;
  let lastTrouble: unknown;
  let isClosed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  // It is no outage that a process has just begun: until then a command waits for a connection.
  const beginning = within(timeoutMs, attempt()).catch((cause) => {
    lastTrouble = cause;
  });

  async function attempt(): Promise<void> {
    try {
      latest = new RedisClient(url, {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        autoReconnect: false,
      });
      // Not `connect`, which hides why a server turns us away.
      await within(CONNECT_TIMEOUT_MS, latest.send("PING", []));
    } catch (cause) {
      latest?.close();
      return tryAgain(cause, { hadData: false });
    }
    const connected = latest;
    connected.onclose = (cause) => discard(connected, cause);
    client = connected;
  }

  function discard(broken: RedisClient, cause: unknown): void {
    if (client !== broken) return;
    client = undefined;
    broken.close();
    tryAgain(cause, { hadData: true });
  }

  function tryAgain(cause: unknown, { hadData }: { readonly hadData: boolean }): void {
    lastTrouble = cause;
    if (isClosed) return;
    const waitMs = backOffMs({ hadData, nowMs: performance.now(), chance: Math.random() });
    retry = setTimeout(() => void attempt(), waitMs);
  }

  return {
    send: async (command, parameters) => {
      if (client === undefined) await beginning;
      if (isClosed) throw new Error("the connection is closed");
      const used = client;
      if (used === undefined) throw lastTrouble;
      try {
        return await within(timeoutMs, used.send(command, [...parameters]));
      } catch (cause) {
        discard(used, cause);
        throw cause;
      }
    },
    close: () => {
      isClosed = true;
      clearTimeout(retry);
      latest?.close();
    },
  };
}

/** By the machine's clock: a network does not run faster with the clock of a sandbox. */
function within<A>(timeoutMs: number, promise: Promise<A>): Promise<A> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${timeoutMs} ms`));
    const timer = setTimeout(late, timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
