/**
 * The open WebSockets of one simulator, and the troubles that strike what is sent on them.
 *
 * @module
 */
import { type Fault, type Faults } from "./fault.ts";

/** One WebSocket of a client, as a provider's logic sees it. */
export interface SimulatorSocket {
  /** Sends a text frame, through whatever troubles are set. Once it has gone, does nothing. */
  send(text: string): void;
  /** Asks whether the client is there; whoever is, answers by itself. */
  ping(): void;
  /** Closes it in order. One that stalled stays open. */
  close(code: number, reason: string): void;
}

/** A socket that tells how far its client is behind. */
export interface MeasuredSocket extends SimulatorSocket {
  /** How many bytes were sent that the client has not taken yet. */
  backlogBytes(): number;
}

/** What a provider does on one socket. */
export interface SocketSession {
  /** A text frame of the client. */
  message?(text: string): void;
  /** The client answered a ping. */
  ponged?(): void;
  /** The socket has gone, whoever closed it: stop sending. */
  closed(): void;
}

/** A handshake that was accepted. */
export interface AcceptedSocket {
  /** Without the query: what troubles are matched with. */
  readonly path: string;
  /** Whether it is open and never sends anything. */
  readonly isSilent: boolean;
  readonly begin: (socket: MeasuredSocket) => SocketSession;
}

/** All sockets that are open on one simulator. */
export interface OpenSockets {
  /** What the runtime calls. Pings of clients are answered by the runtime itself. */
  readonly handlers: Bun.WebSocketHandler<AcceptedSocket>;
  count(): number;
  /** Cuts them all without a closing frame, and gives how many they were. */
  cutAll(): number;
}

type Connection = Bun.ServerWebSocket<AcceptedSocket>;

/** None is open yet. */
export function makeOpenSockets(faults: Faults): OpenSockets {
  const sessions = new Map<Connection, SocketSession>();
  return {
    count: () => sessions.size,
    cutAll() {
      const connections = [...sessions.keys()];
      for (const connection of connections) connection.terminate();
      return connections.length;
    },
    handlers: {
      // A silent socket stays open for as long as its client waits.
      idleTimeout: 0,
      // A frame dropped in silence would look like a fault that nobody asked for.
      closeOnBackpressureLimit: true,
      open(connection) {
        const session = connection.data.begin(socketOf(connection, faults));
        // A trouble may have cut it while it began.
        if (isOpen(connection)) sessions.set(connection, session);
        else session.closed();
      },
      message(connection, text) {
        if (typeof text === "string") sessions.get(connection)?.message?.(text);
      },
      pong(connection) {
        sessions.get(connection)?.ponged?.();
      },
      close(connection) {
        const session = sessions.get(connection);
        sessions.delete(connection);
        session?.closed();
      },
    },
  };
}

function socketOf(connection: Connection, faults: Faults): MeasuredSocket {
  const target = { method: "GET", path: connection.data.path };
  let { isSilent } = connection.data;
  const sendStruck = (text: string, fault: Fault | undefined) => {
    // It may have stalled or closed while this frame was delayed.
    if (isSilent || !isOpen(connection)) return;
    switch (fault?.kind) {
      case "drop":
        return connection.terminate();
      case "stall":
        isSilent = true;
        return;
      case "lost_reply":
        return;
      case "malformed":
        return void connection.send(text.slice(0, Math.ceil(text.length / 2)));
      case "duplicate":
        connection.send(text);
    }
    connection.send(text);
  };
  return {
    send(text) {
      // A socket that has gone uses up no trouble.
      if (isSilent || !isOpen(connection)) return;
      const struck = faults.strike(target, "frame");
      if (struck.length === 0) return void connection.send(text);
      const delayMs = struck.reduce((sum, fault) => sum + fault.delayMs, 0);
      const fault = struck.find(({ kind }) => kind !== "delay");
      if (delayMs > 0) setTimeout(() => sendStruck(text, fault), delayMs);
      else sendStruck(text, fault);
    },
    ping() {
      if (isOpen(connection)) connection.ping();
    },
    backlogBytes: () => isOpen(connection) ? connection.getBufferedAmount() : 0,
    close(code, reason) {
      if (!isSilent) connection.close(code, reason);
    },
  };
}

function isOpen(connection: Connection): boolean {
  return connection.readyState === WebSocket.OPEN;
}
