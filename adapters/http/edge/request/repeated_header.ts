/**
 * Headers that were sent more than once with the same value.
 *
 * `Headers` joins the lines of a name with a comma and a blank (RFC 9110, section 5.3). Proxies and
 * layers of a client that each add the same line mean one value; two different ones stay joined,
 * for the reader of the header to refuse.
 *
 * @module
 */

/** What `Headers` writes between two lines. */
export const JOINT = ", ";

/** Returns the value of a header, once if all of its lines have the same. */
export function sentOnce(joined: string | null): string | null {
  if (joined === null || !joined.includes(JOINT)) return joined;
  const values = new Set(joined.split(JOINT));
  return values.size === 1 ? [...values][0] ?? null : joined;
}
