/**
 * Pseudo-random numbers as a pure function of their arguments.
 *
 * Integer arithmetic only, so that every process and every machine agrees to the last bit. The rest
 * of the world adds, multiplies and divides doubles, which IEEE 754 defines exactly, and avoids
 * `Math.exp`, `Math.pow` and the like, which it does not define.
 *
 * @module
 */

const TWO_POW_31 = 2 ** 31;
const TWO_POW_32 = 2 ** 32;

/**
 * Returns a 32-bit unsigned hash of a stream and an index in it; finalizer of the murmur family.
 */
export function hash32(stream: number, index: number): number {
  let h = stream ^ Math.imul(index, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return (h ^ (h >>> 15)) >>> 0;
}

/**
 * Returns the stream of a name under a seed, such as `path:btc`. Names keep streams independent.
 */
export function streamOf(seed: number, name: string): number {
  let h = hash32(seed >>> 0, 0x51ed270b) ^ hash32(Math.floor(seed / TWO_POW_32), 0x2545f491);
  for (let i = 0; i < name.length; i++) h = hash32(h, name.charCodeAt(i) + i * 0x10000);
  return h;
}

/** Returns -1 to 1, the upper end excluded. */
export function signedUnit(hash: number): number {
  return hash / TWO_POW_31 - 1;
}

/** Returns 0 to 1, the upper end excluded. */
export function unit(hash: number): number {
  return hash / TWO_POW_32;
}

/** Returns this many 32-bit words of a stream as hex digits. */
export function hexOf(stream: number, words: number): string {
  return toHex(Array.from({ length: words }, (_, i) => hash32(stream, i)));
}

/** Returns 32-bit words as hex digits. */
export function toHex(words: ReadonlyArray<number>): string {
  return words.map((word) => word.toString(16).padStart(8, "0")).join("");
}

/** Makes a short sequence from a stream, for tables that are built once. */
export function makeDraw(stream: number): () => number {
  let index = 0;
  return () => unit(hash32(stream, index++));
}
