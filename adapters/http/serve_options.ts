/**
 * How Bun must serve this edge.
 *
 * @module
 */

/**
 * Built into {@linkcode makeServer}'s instance; an application adds `port` and `hostname`.
 *
 * `idleTimeout`, in seconds: a long history may take 25 s before its first byte, and Bun's own
 * default would cut it. `development`: no pages with source code for errors. `reusePort`: a port
 * that is taken stops the start instead of sharing requests with whoever has it.
 */
export const SERVE_OPTIONS = {
  idleTimeout: 60,
  development: false,
  reusePort: false,
} as const;

/**
 * How Bun must keep WebSockets.
 *
 * `idleTimeout`, in seconds: a peer that answers no ping for so long is gone. `maxPayloadLength`:
 * what is over the stream's own limit is refused by a frame, and only what is far over it ends the
 * connection. `backpressureLimit`: the stream looks after slow readers itself, long before Bun
 * would drop frames without a word.
 */
export const SOCKET_OPTIONS = {
  idleTimeout: 60,
  sendPings: true,
  maxPayloadLength: 64 * 1024,
  backpressureLimit: 16 * 1024 * 1024,
  closeOnBackpressureLimit: false,
  perMessageDeflate: false,
} as const;
