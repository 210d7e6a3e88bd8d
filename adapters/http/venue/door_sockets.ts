/**
 * The sockets of the door: accepts handshakes, and counts connections.
 *
 * @module
 */
import { Cause, Effect, Exit } from "effect";
import { clientAddress } from "../edge/request/client_address.ts";
import { Refused } from "../edge/answer/refusal.ts";
import type { SocketEndpoint } from "../edge/edge_path.ts";
import type { Run } from "../edge/run.ts";
import { CLOSE_GOING_AWAY } from "../stream/stream_socket.ts";
import { type Conversation, DoorSocket } from "./door_socket.ts";
import { marketConversation } from "./market_socket.ts";
import { makeUserConversation } from "./user_socket.ts";

/** Connections of one address. */
export const ADDRESS_SOCKETS_MAX = 20;

/** What the sockets need of the world. */
export type SocketPorts = Effect.Services<
  ReturnType<typeof marketConversation> | ReturnType<ReturnType<typeof makeUserConversation>>
>;

/** What the sockets are made of. */
export interface DoorSocketsParts {
  readonly run: Run<SocketPorts>;
  readonly stopwatchMs: () => number;
  /** Called with each message that asks for something: a replay begins with the first. */
  readonly asked?: () => void;
  /** The number of trusted proxies that write `X-Forwarded-For`. */
  readonly trustProxy: number;
}

/** Accepts sockets, of both kinds. */
export function makeDoorSockets(parts: DoorSocketsParts) {
  const counts = new Map<string, number>();
  const open = new Set<DoorSocket<SocketPorts>>();
  const userConversation = makeUserConversation(new Map());
  let isStopping = false;

  const begin = (conversation: Effect.Effect<never, never, SocketPorts>) => {
    let isEnded = false;
    let resumed = () => {};
    const ended = Effect.callback<void>((resume) => {
      resumed = () => resume(Effect.void);
      if (isEnded) resumed();
    });
    const talking = Effect.raceFirst(Effect.exit(conversation), Effect.as(ended, undefined));
    void parts.run(
      Effect.flatMap(
        talking,
        (exit) =>
          exit === undefined || Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)
            ? Effect.void
            : Effect.logError("The door failed a client", exit.cause),
      ),
    );
    return () => {
      isEnded = true;
      resumed();
    };
  };
  const endpoint = (talk: Conversation<SocketPorts>): SocketEndpoint => ({
    upgrade: (request, { server, peerAddress, headers }) => {
      if (isStopping) return STOPPED;
      const address = clientAddress(request, peerAddress, parts.trustProxy);
      const count = counts.get(address) ?? 0;
      if (count >= ADDRESS_SOCKETS_MAX) return TOO_MANY;
      const release = () => {
        const left = (counts.get(address) ?? 1) - 1;
        if (left <= 0) counts.delete(address);
        else counts.set(address, left);
      };
      counts.set(address, count + 1);
      const data = new DoorSocket(talk, {
        stopwatchMs: parts.stopwatchMs,
        begin,
        asked: parts.asked,
        opened: (socket) => void open.add(socket),
        closed: (socket) => {
          open.delete(socket);
          release();
        },
      });
      if (server.upgrade(request, { data, headers })) return undefined;
      release();
      return NOT_A_HANDSHAKE;
    },
  });
  return {
    market: endpoint(marketConversation),
    user: endpoint(userConversation),
    /** Closes every socket because the service is stopping. */
    stop: () => {
      isStopping = true;
      for (const socket of [...open]) socket.end(CLOSE_GOING_AWAY, "The service is stopping");
    },
  };
}

/** The answer to a request without a handshake. */
export const upgradeRequired = Effect.fail(
  new Refused({
    status: 426,
    error: "Cannot answer a plain request: this is a WebSocket",
    hint: "Connect with a WebSocket client",
    headers: { upgrade: "websocket", connection: "upgrade" },
  }),
);

const TOO_MANY = {
  status: 429,
  error: `Cannot open more than ${ADDRESS_SOCKETS_MAX} sockets from one address`,
  hint: "Subscribe to more on one socket, or close another first",
  retryAfterSec: 10,
};
const STOPPED = {
  status: 503,
  error: "Cannot accept another socket: the service is stopping",
  hint: "Try again shortly",
  retryAfterSec: 1,
};
const NOT_A_HANDSHAKE = {
  status: 400,
  error: "Cannot upgrade this request to a WebSocket",
  hint: "Send the handshake of RFC 6455: Connection, Upgrade, Sec-WebSocket-Key and version 13",
};
