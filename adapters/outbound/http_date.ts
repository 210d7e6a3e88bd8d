/**
 * Reads dates of HTTP headers.
 *
 * @module
 */

/** As RFC 9110 has it, such as `Sun, 06 Nov 1994 08:49:37 GMT`: others could be local times. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Returns a date in unix milliseconds; NaN where there is none. */
export function httpDateMs(text: string | null): number {
  const date = text?.trim() ?? "";
  return HTTP_DATE.test(date) ? Date.parse(date) : NaN;
}
