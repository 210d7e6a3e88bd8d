/**
 * Draws that depend on a text alone, so that a run can be repeated.
 *
 * Source: FNV-1a with 32 bits, and the last mixing steps of MurmurHash3.
 *
 * @module
 */

const [OFFSET, PRIME] = [0x811c9dc5, 0x01000193];
const RANGE = 2 ** 32;

/** Returns a number from 0, and below 1. Texts that differ a little draw independent numbers. */
export function draw(text: string): number {
  let hash = OFFSET;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / RANGE;
}

/** Returns one of some values, each as likely; undefined of none. */
export function drawOf<T>(values: ReadonlyArray<T>, text: string): T | undefined {
  return values[Math.floor(draw(text) * values.length)];
}
