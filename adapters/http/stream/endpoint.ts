/**
 * The WebSocket endpoint of the stream: accepts handshakes and tracks connections.
 *
 * @module
 */
import { Cause, Effect, Metric } from "effect";
import { clientAddress } from "../edge/request/client_address.ts";
import type { Refusal } from "../edge/answer/refusal.ts";
import type { SocketEndpoint } from "../edge/edge_path.ts";
import { StreamPublisher, type StreamPublisherOptions } from "./stream_publisher.ts";
import { type ConnectionCallbacks, StreamConnection } from "./connection.ts";
import { STREAM_LIMITS } from "./stream_limits.ts";
import { CLOSE_GOING_AWAY, CLOSE_OVER } from "./stream_socket.ts";

/** The options of the endpoint. */
export interface StreamEndpointOptions extends StreamPublisherOptions {
  /** The number of trusted proxies that write `X-Forwarded-For`. */
  readonly trustProxy: number;
  /** Calls back after so many milliseconds; left out: by a timer that holds no process open. */
  readonly later?: (run: () => void, afterMs: number) => void;
  /** Calls back every so many milliseconds until it is ended; left out: by the machine's timers. */
  readonly every?: (run: () => void, everyMs: number) => () => void;
}

/**
 * How often slow readers are checked. The backlog between two checks stays far below Bun's own
 * limit.
 */
const SLOW_CHECK_EVERY_MS = 500;
const RETRY_AFTER_SEC = 10;

/** Accepts WebSockets for the stream. */
export class StreamEndpoint implements SocketEndpoint {
  readonly #options: StreamEndpointOptions;
  readonly #later: NonNullable<StreamEndpointOptions["later"]>;
  readonly #every: NonNullable<StreamEndpointOptions["every"]>;
  readonly #publisher: StreamPublisher;
  readonly #connections = new Set<StreamConnection>();
  readonly #countByCaller = new Map<string, number>();
  #endSlowCheck: (() => void) | undefined;
  #isStopping = false;

  /** One endpoint per server. */
  constructor(options: StreamEndpointOptions) {
    this.#options = options;
    this.#later = options.later ?? ((run, afterMs) => void setTimeout(run, afterMs).unref());
    this.#every = options.every ?? everyTick;
    this.#publisher = new StreamPublisher(options);
    this.#countConnections();
    void options.run(Metric.update(SLOW_READERS, 0));
  }

  /** The number of connected clients. */
  get connections(): number {
    return this.#connections.size;
  }

  /** Upgrades the request to a WebSocket, or returns the refusal. */
  upgrade(
    request: Request,
    { server, peerAddress, headers, ownCommand }: Parameters<SocketEndpoint["upgrade"]>[1],
  ): Refusal | undefined {
    if (this.#isStopping) return STOPPED;
    const caller = clientAddress(request, peerAddress, this.#options.trustProxy);
    const count = this.#countByCaller.get(caller) ?? 0;
    if (count >= STREAM_LIMITS.connectionsPerIp) return TOO_MANY;
    this.#publisher.serve(server);
    const release = this.#enter(caller);
    const callbacks: ConnectionCallbacks = {
      ownCommand,
      opened: (connection) => this.#add(connection),
      closed: (connection) => {
        this.#remove(connection);
        // Else whoever connects again and again would never run out of messages.
        const debtMs = connection.messageDebtMs;
        if (debtMs > 0 && !this.#isStopping) this.#later(release, debtMs);
        else release();
      },
      failed: (cause) => {
        void this.#options.run(Effect.logError("The stream failed a client", Cause.die(cause)));
      },
    };
    const data = new StreamConnection(this.#publisher, caller, callbacks);
    if (server.upgrade(request, { data, headers })) return undefined;
    release();
    return NOT_A_HANDSHAKE;
  }

  /**
   * Closes every connection because the service is stopping; clients reconnect, here or elsewhere.
   * Those of a replay have nothing to come back to.
   */
  stop(): void {
    this.#isStopping = true;
    for (const connection of [...this.#connections]) {
      if (this.#publisher.pace) connection.end(CLOSE_OVER, "The replay is over");
      else connection.end(CLOSE_GOING_AWAY, "The service is stopping");
    }
  }

  #dropSlowReaders(): void {
    for (const one of this.#connections) {
      one.recheckKeys();
      one.dropIfSlow();
      // A dropped connection is removed at once.
      if (!this.#connections.has(one)) void this.#options.run(Metric.update(SLOW_READERS, 1));
    }
  }

  /** Counts a connection of the caller until the returned function is called. */
  #enter(caller: string): () => void {
    this.#countByCaller.set(caller, (this.#countByCaller.get(caller) ?? 0) + 1);
    let isCounted = true;
    return () => {
      if (!isCounted) return;
      isCounted = false;
      const left = (this.#countByCaller.get(caller) ?? 1) - 1;
      if (left <= 0) this.#countByCaller.delete(caller);
      else this.#countByCaller.set(caller, left);
    };
  }

  #add(connection: StreamConnection): void {
    this.#connections.add(connection);
    this.#countConnections();
    this.#endSlowCheck ??= this.#every(() => this.#dropSlowReaders(), SLOW_CHECK_EVERY_MS);
  }

  #countConnections(): void {
    void this.#options.run(Metric.update(CONNECTIONS, this.#connections.size));
  }

  #remove(connection: StreamConnection): void {
    this.#connections.delete(connection);
    this.#countConnections();
    if (this.#connections.size > 0) return;
    this.#endSlowCheck?.();
    this.#endSlowCheck = undefined;
  }
}

function everyTick(run: () => void, everyMs: number): () => void {
  const ticks = setInterval(run, everyMs);
  return () => clearInterval(ticks);
}

const CONNECTIONS = Metric.gauge("strikeline_stream_connections", {
  description: "Clients of the stream that are connected.",
});

const SLOW_READERS = Metric.counter("strikeline_stream_slow_readers_total", {
  description: "Connections of the stream that were closed because they read too slowly.",
  incremental: true,
});

const TOO_MANY: Refusal = {
  status: 429,
  error: `Cannot open more than ${STREAM_LIMITS.connectionsPerIp} connections from one address`,
  hint: "Subscribe to more topics on one connection, or close another first",
  retryAfterSec: RETRY_AFTER_SEC,
};

const STOPPED: Refusal = {
  status: 503,
  error: "Cannot accept another connection: the service is stopping",
  hint: "Try again shortly",
  retryAfterSec: 1,
};

const NOT_A_HANDSHAKE: Refusal = {
  status: 400,
  error: "Cannot upgrade this request to a WebSocket",
  hint: "Send the handshake of RFC 6455: Connection, Upgrade, Sec-WebSocket-Key and version 13",
};
