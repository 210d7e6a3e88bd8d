/**
 * A line for a shell that tries a new key.
 *
 * @module
 */

/** Returns the line: it asks whose key this is. Keys and origins have no quotes in them. */
export function curlLine(origin: string, key: string): string {
  return `curl -H 'x-api-key: ${key}' '${origin}/api/v1/account'`;
}
