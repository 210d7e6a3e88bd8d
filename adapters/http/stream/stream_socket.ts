/**
 * The part of Bun's socket that the stream uses, and how to close it.
 *
 * @module
 */

/** One client's socket. */
export type StreamSocket = Pick<
  Bun.ServerWebSocket<unknown>,
  "send" | "close" | "terminate" | "subscribe" | "unsubscribe" | "getBufferedAmount"
>;

/** Going away: the service is stopping (RFC 6455). */
export const CLOSE_GOING_AWAY = 1001;
/** Policy violation (RFC 6455): sent to clients that send too many messages. */
export const CLOSE_POLICY = 1008;
/** "Try again later" (the registry of close codes): sent to slow readers. */
export const CLOSE_SLOW = 1013;
/** A replay is over, and nothing more will come: one of the codes that are free for a service. */
export const CLOSE_OVER = 4000;
/** How long a client may take to complete the close before it is cut off. */
const CLOSE_PATIENCE_MS = 5_000;

/** Closes the socket without waiting; a client that does not complete the close is cut off. */
export function endSocket(
  socket: StreamSocket,
  { code, reason, patienceMs = CLOSE_PATIENCE_MS }: {
    readonly code: number;
    readonly reason: string;
    readonly patienceMs?: number;
  },
): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), patienceMs).unref();
}
