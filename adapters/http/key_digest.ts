/**
 * What is kept of an API key.
 *
 * @module
 */

/** The SHA-256 of a key's text, in lower-case hex. */
export function digestOfKey(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}
