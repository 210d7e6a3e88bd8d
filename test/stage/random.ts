/**
 * Random choices that a seed repeats.
 *
 * @module
 */

/** A source of random choices: two with the same seed choose alike. */
export class Random {
  #state: number;

  /** `stream` tells apart the choices of one seed that are made side by side. */
  constructor(seed: number, stream = 0) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream + 1, 0xc2b2ae35);
    this.next();
  }

  /** The next number from 0 to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Whether something happens that happens in this share of cases. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of some values, of which there must be at least one. */
  pick<A>(values: ReadonlyArray<A>): A {
    return values[this.below(values.length)] as A;
  }

  /** Some bytes. */
  bytes(length: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from({ length }, () => this.below(256));
  }

  /** Text of characters from a set. */
  text(length: number, characters: string): string {
    return Array.from({ length }, () => characters[this.below(characters.length)]).join("");
  }
}
