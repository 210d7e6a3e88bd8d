/**
 * Who decides when frames are sent, where that is not at once: a replay, whose clock waits for its
 * readers.
 *
 * @module
 */
import type { StreamSocket } from "./stream_socket.ts";

/** What an acknowledgement is: `known` says nothing new, `unsent` is of more than was sent. */
export type Acknowledged = "taken" | "known" | "unsent";

/** A client's socket, of which it is known how far it is read. */
export interface PacedSocket extends StreamSocket {
  /** How many frames were sent on it. */
  readonly sent: number;
  /** From now on the client says what it has read. */
  readonly beginLockstep: () => void;
  /** The client has read so many frames, counted from the first one of the socket. */
  readonly acknowledge: (frames: number) => Acknowledged;
  /** The client has read something. */
  readonly drained: () => void;
  /** It is closed. */
  readonly closed: () => void;
}

/** Paces all sockets of a server. */
export interface StreamPace {
  /** Whether the clock waits for clients that acknowledge. */
  readonly isLockstep: boolean;
  /** Takes a socket that was opened. */
  readonly attend: (socket: StreamSocket) => PacedSocket;
  /** Sends a frame to all that subscribed to a name. */
  readonly publish: (name: string, text: string) => void;
  /** A client has subscribed to something. */
  readonly subscribed: () => void;
}
