/**
 * The digest that is stored instead of an API key.
 *
 * @module
 */

/** Returns the SHA-256 of a key's text, in lower-case hex. */
export function digestOfKey(text: string): string {
  return Bun.SHA256.hash(text, "hex");
}
