/**
 * The id that every answer carries and every log line of its request names.
 *
 * @module
 */

/** 1 to 128 visible ASCII characters: nothing that could break a header or a log line. */
const ACCEPTED = /^[\x21-\x7e]{1,128}$/;

/** The caller's own id if it can be used, else a new one. */
export function requestIdOf(request: Request, makeId: () => string): string {
  const own = request.headers.get("x-request-id");
  return own !== null && ACCEPTED.test(own) ? own : makeId();
}
