/**
 * Addresses and hashes where a line has no room for all of one.
 *
 * @module
 */

const CHARS_MAX = 14;

/** Returns a long hexadecimal name with its middle left out. */
export function shortHex(text: string): string {
  return text.length > CHARS_MAX ? `${text.slice(0, 6)}…${text.slice(-4)}` : text;
}
