/**
 * The stream's side of the handshake: who may connect, and who is connected.
 *
 * @module
 */
import { Cause, Effect, Metric } from "effect";
import { clientAddress } from "../client_address.ts";
import type { Refusal } from "../refusal.ts";
import type { SocketEndpoint } from "../route.ts";
import { Board, type BoardOptions } from "./board.ts";
import { type ConnectionLife, StreamConnection } from "./connection.ts";
import { STREAM_LIMITS } from "./stream_limits.ts";
import { CLOSE_GOING_AWAY } from "./stream_socket.ts";

/** What an endpoint needs besides its board. */
export interface StreamEndpointOptions extends BoardOptions {
  /** How many proxies stand in front and write `X-Forwarded-For`. */
  readonly trustProxy: number;
}

/** How often readers are looked at. What can pile up between is far below Bun's own limit. */
const SLOW_LOOK_EVERY_MS = 500;
const RETRY_AFTER_SEC = 10;

/** Takes WebSockets for the stream. */
export class StreamEndpoint implements SocketEndpoint {
  readonly #options: StreamEndpointOptions;
  readonly #board: Board;
  readonly #connections = new Set<StreamConnection>();
  readonly #countByCaller = new Map<string, number>();
  #looking: ReturnType<typeof setInterval> | undefined;
  #isStopping = false;

  /** One endpoint a server. */
  constructor(options: StreamEndpointOptions) {
    this.#options = options;
    this.#board = new Board(options);
  }

  /** How many clients are connected. */
  get connections(): number {
    return this.#connections.size;
  }

  /** Makes the request a WebSocket, or says why not. */
  upgrade(
    request: Request,
    { server, peerAddress, headers }: Parameters<SocketEndpoint["upgrade"]>[1],
  ): Refusal | undefined {
    if (this.#isStopping) return STOPPED;
    const caller = clientAddress(request, peerAddress, this.#options.trustProxy);
    const count = this.#countByCaller.get(caller) ?? 0;
    if (count >= STREAM_LIMITS.connectionsPerIp) return TOO_MANY;
    this.#board.serve(server);
    const leave = this.#enter(caller);
    const life: ConnectionLife = {
      opened: (connection) => this.#add(connection),
      closed: (connection) => {
        this.#remove(connection);
        leave();
      },
      failed: (cause) => {
        void this.#options.run(Effect.logError("The stream failed a client", Cause.die(cause)));
      },
    };
    const data = new StreamConnection(this.#board, life);
    if (server.upgrade(request, { data, headers })) return undefined;
    leave();
    return NOT_A_HANDSHAKE;
  }

  /** Tells every client that the service goes away; they connect to another, or again. */
  stop(): void {
    this.#isStopping = true;
    for (const connection of [...this.#connections]) {
      connection.end(CLOSE_GOING_AWAY, "The service is stopping");
    }
  }

  /** Counts a connection of the caller until what it gives is called. */
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
    this.#looking ??= setInterval(() => {
      for (const one of this.#connections) one.dropIfSlow();
    }, SLOW_LOOK_EVERY_MS);
  }

  #countConnections(): void {
    void this.#options.run(Metric.update(CONNECTIONS, this.#connections.size));
  }

  #remove(connection: StreamConnection): void {
    this.#connections.delete(connection);
    this.#countConnections();
    if (this.#connections.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }
}

const CONNECTIONS = Metric.gauge("strikeline_stream_connections", {
  description: "Clients of the stream that are connected.",
});

const TOO_MANY: Refusal = {
  status: 429,
  error: `Cannot keep more than ${STREAM_LIMITS.connectionsPerIp} connections of one address`,
  hint: "Subscribe to more topics on one connection, or close another first",
  retryAfterSec: RETRY_AFTER_SEC,
};

const STOPPED: Refusal = {
  status: 503,
  error: "Cannot take another connection: the service is stopping",
  hint: "Try again shortly",
  retryAfterSec: 1,
};

const NOT_A_HANDSHAKE: Refusal = {
  status: 400,
  error: "Cannot make this request a WebSocket",
  hint: "Send the handshake of RFC 6455: Connection, Upgrade, Sec-WebSocket-Key and version 13",
};
