/**
 * The options with which Bun serves HTTP and WebSockets.
 *
 * @module
 */

/**
 * The options of {@linkcode makeServer}'s instance; an application adds `port` and `hostname`.
 *
 * `idleTimeout`, in seconds: a long history may take 25 s before its first byte, and Bun's default
 * would cut it off. `development`: no error pages with source code. `reusePort`: a port in use
 * stops the start; false prevents sharing requests with another process.
 */
export const SERVE_OPTIONS = {
  idleTimeout: 60,
  development: false,
  reusePort: false,
} as const;

/**
 * The WebSocket options.
 *
 * `idleTimeout`, in seconds: a peer that answers no ping for that long is gone. `maxPayloadLength`:
 * a message over the stream's own limit is refused by a frame; only one far over it closes the
 * connection. `backpressureLimit`: the stream handles slow readers itself, long before Bun would
 * silently drop frames.
 */
export const SOCKET_OPTIONS = {
  idleTimeout: 60,
  sendPings: true,
  maxPayloadLength: 64 * 1024,
  backpressureLimit: 16 * 1024 * 1024,
  closeOnBackpressureLimit: false,
  perMessageDeflate: false,
} as const;
