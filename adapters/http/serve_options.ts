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
