/**
 * CORS headers: every origin may call, and none may send credentials.
 *
 * @module
 */

/** The response headers that a page may read. */
export const EXPOSED_HEADERS = [
  "X-Request-Id",
  "X-Cache",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Sandbox",
  "Retry-After",
  "WWW-Authenticate",
  "ETag",
  "Idempotent-Replayed",
].join(", ");

/** The request headers that a page may send. */
const ALLOWED_HEADERS = [
  "x-api-key",
  "authorization",
  "idempotency-key",
  "if-none-match",
  "content-type",
  "content-encoding",
  "x-request-id",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
].join(", ");

/** How long a browser may cache a preflight: one day. Browsers apply their own lower limits. */
const PREFLIGHT_AGE_SEC = 86_400;

/** Returns the headers of a preflight response. `allow` lists the methods of the path. */
export function preflightHeaders(allow: string): Readonly<Record<string, string>> {
  return {
    "access-control-allow-methods": allow,
    "access-control-allow-headers": ALLOWED_HEADERS,
    "access-control-max-age": String(PREFLIGHT_AGE_SEC),
  };
}

/** Whether the request is a browser's CORS preflight. */
export function isPreflight(request: Request): boolean {
  return request.method === "OPTIONS" && request.headers.has("access-control-request-method");
}
