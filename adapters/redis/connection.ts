/**
 * A connection to Redis that is dropped on the first error and replaced.
 *
 * Bun's client can reconnect by itself, but it neither notices a silent server nor retries without
 * end, and commands wait meanwhile. Here a command fails immediately without a connection, and
 * reconnecting happens in the background. In a cluster it connects to the node that has its keys:
 * those of one connection are all in one hash slot.
 *
 * @module
 */
import { RedisClient } from "bun";
import { MACHINE_TIMERS, makeBackOff, type Timers } from "../outbound/mod.ts";

/** The server's URL. `timeoutMs`: the time limit of one command. */
export interface RedisConnectionOptions {
  readonly url: string;
  readonly timeoutMs: number;
  /** Default: the machine's. A network does not run faster with the clock of a sandbox. */
  readonly timers?: Timers;
}

/** Sends commands. */
export interface RedisConnection {
  /**
   * Resolves with the answer, or rejects within the timeout with the reason. A rejected command may
   * have been executed. Commands sent in one turn of the event loop travel together.
   */
  readonly send: (command: string, parameters: ReadonlyArray<string>) => Promise<unknown>;
  /** Closes permanently. */
  readonly close: () => void;
}

/** Connecting to a remote server with TLS takes longer than a command; no command waits for it. */
const CONNECT_TIMEOUT_MS = 2_000;

/** Starts to connect, and retries without end. */
export function connectToRedis(
  { url, timeoutMs, timers = MACHINE_TIMERS }: RedisConnectionOptions,
): RedisConnection {
  const within = makeWithin(timers);
  const backOffMs = makeBackOff();
  /** The usable client, and the latest one, which may still be connecting. */
  let client: RedisClient | undefined;
  let latest: RedisClient | undefined;
  /** Another node of a cluster, once the first one has named it. */
  let node: string | undefined;
  let lastCause: unknown;
  let isClosed = false;
  let stopRetry = () => {};
  // Starting up is not an outage: commands wait for the first connection.
  const beginning = within(timeoutMs, attempt()).catch((cause) => {
    lastCause = cause;
  });

  async function attempt(): Promise<void> {
    try {
      latest = new RedisClient(node ?? url, {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        autoReconnect: false,
      });
      // Not `connect`, which hides why a server refuses us.
      await within(CONNECT_TIMEOUT_MS, latest.send("PING", []));
    } catch (cause) {
      latest?.close();
      // The node may be gone for good. The first one knows where the keys are by now.
      node = undefined;
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
    lastCause = cause;
    if (isClosed) return;
    const waitMs = backOffMs({ hadData, nowMs: timers.nowMs(), chance: Math.random() });
    stopRetry = timers.after(waitMs, () => void attempt());
  }

  return {
    send: async (command, parameters) => {
      if (client === undefined) await beginning;
      if (isClosed) throw new Error("the connection is closed");
      const used = client;
      if (used === undefined) throw lastCause;
      try {
        return await within(timeoutMs, used.send(command, [...parameters]));
      } catch (cause) {
        node = nodeNamedBy(cause, url) ?? node;
        discard(used, cause);
        throw cause;
      }
    },
    close: () => {
      isClosed = true;
      stopRetry();
      latest?.close();
    },
  };
}

/**
 * Returns the URL of the node that a refusal names; undefined if it names none.
 *
 * @see https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/
 */
function nodeNamedBy(cause: unknown, url: string): string | undefined {
  const message = cause instanceof Error ? cause.message : "";
  const [, host = "", port = ""] = /\bMOVED \d+ (\S*):(\d+)/.exec(message) ?? [];
  if (port === "") return undefined;
  const named = new URL(url);
  // An empty host is that of the answering node.
  if (host !== "") named.hostname = host.includes(":") ? `[${host}]` : host;
  named.port = port;
  return named.href;
}

/** A timer that comes so much later than it was set for was held up by this process itself. */
const BUSY_MS = 50;

/**
 * Makes what rejects where no answer comes in time. A process that was busy meanwhile has not
 * looked for the answer yet, and waits once more.
 */
function makeWithin({ nowMs, after }: Timers) {
  return <A>(timeoutMs: number, promise: Promise<A>): Promise<A> =>
    new Promise((resolve, reject) => {
      const dueMs = nowMs() + timeoutMs;
      const fail = () => reject(new Error(`no answer within ${timeoutMs} ms`));
      const late = () => {
        if (nowMs() < dueMs + BUSY_MS) fail();
        else stop = after(timeoutMs, fail);
      };
      let stop = after(timeoutMs, late);
      promise.then(resolve, reject).finally(() => stop());
    });
}
