/**
 * The open WebSockets of one simulator, and the faults that affect their frames.
 *
 * @module
 */
import { type Fault, type Faults } from "./fault.ts";

/** One WebSocket of a client, as a provider's logic sees it. */
export interface SimulatorSocket {
  /** Sends a text frame, subject to the active faults. Does nothing on a closed socket. */
  send(text: string): void;
  /** Sends a ping; WebSocket clients answer automatically. */
  ping(): void;
  /** Closes the socket normally. A stalled socket stays open. */
  close(code: number, reason: string): void;
}

/** A socket that reports its client's backlog. */
export interface MeasuredSocket extends SimulatorSocket {
  /** Returns the bytes sent that the client has not received yet. */
  backlogBytes(): number;
}

/** A provider's logic for one socket. */
export interface SocketConversation {
  /** Handles a text frame of the client. */
  message?(text: string): void;
  /** Handles a pong. */
  ponged?(): void;
  /** Handles the end of the socket, closed by either side: stop sending. */
  closed(): void;
}

/** Returns the conversation, which is in the set until its socket ends. */
export function trackConversation<Conversation extends SocketConversation>(
  conversations: Set<Conversation>,
  conversation: Conversation,
): SocketConversation {
  conversations.add(conversation);
  return {
    ...conversation,
    closed() {
      conversations.delete(conversation);
      conversation.closed();
    },
  };
}

/** An accepted handshake. */
export interface AcceptedSocket {
  /** The path without the query, which faults are matched against. */
  readonly path: string;
  /** Whether it is open but never sends anything. */
  readonly isSilent: boolean;
  readonly begin: (socket: MeasuredSocket) => SocketConversation;
}

/** All open sockets of one simulator. */
export interface OpenSockets {
  /** The handlers for the runtime, which answers clients' pings itself. */
  readonly handlers: Bun.WebSocketHandler<AcceptedSocket>;
  count(): number;
  /** Cuts all sockets without a closing frame, and returns their number. */
  cutAll(): number;
}

type Connection = Bun.ServerWebSocket<AcceptedSocket>;

/** Makes an empty set of sockets. */
export function makeOpenSockets(faults: Faults): OpenSockets {
  const conversations = new Map<Connection, SocketConversation>();
  return {
    count: () => conversations.size,
    cutAll() {
      const connections = [...conversations.keys()];
      for (const connection of connections) connection.terminate();
      return connections.length;
    },
    handlers: {
      // A silent socket stays open for as long as its client waits.
      idleTimeout: 0,
      // A silently dropped frame would look like a fault that no test requested.
      closeOnBackpressureLimit: true,
      open(connection) {
        const conversation = connection.data.begin(socketOf(connection, faults));
        // A fault may have cut it while the conversation started.
        if (isOpen(connection)) conversations.set(connection, conversation);
        else conversation.closed();
      },
      message(connection, text) {
        if (typeof text === "string") conversations.get(connection)?.message?.(text);
      },
      pong(connection) {
        conversations.get(connection)?.ponged?.();
      },
      close(connection) {
        const conversation = conversations.get(connection);
        conversations.delete(connection);
        conversation?.closed();
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
      // A closed socket does not use up a fault.
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
