/**
 * What the stream needs of Bun's socket, and how it ends one.
 *
 * @module
 */

/** One client's end. */
export type StreamSocket = Pick<
  Bun.ServerWebSocket<unknown>,
  "send" | "close" | "terminate" | "subscribe" | "unsubscribe" | "getBufferedAmount"
>;

/** A service that is stopping (RFC 6455). */
export const CLOSE_GOING_AWAY = 1001;
/** "Try again later" (the registry of close codes): to a reader that does not read. */
export const CLOSE_SLOW = 1013;
/** A socket that was told to close and does not is cut. */
const CLOSE_PATIENCE_MS = 5_000;

/** Closes in order; a client that does not answer is cut. Its end is not waited for. */
export function endSocket(socket: StreamSocket, code: number, reason: string): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), CLOSE_PATIENCE_MS).unref();
}
