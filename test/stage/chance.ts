/** A seeded random generator: the same seed makes the same world. @module */

/** One sequence of draws: 32-bit xorshift. */
export class Chance {
  #state: number;

  /** `seed`: any whole number. `stream` tells apart draws of one seed, made side by side. */
  constructor(seed: number, stream = 0) {
    this.#state = (seed ^ 0x9e3779b9 ^ Math.imul(stream, 0x85ebca6b)) | 1;
    for (let round = 0; round < 8; round += 1) this.next();
  }

  /** Returns a number of `[0, 1)`. */
  next(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return (x >>> 0) / 2 ** 32;
  }

  /** Returns true with this probability, from 0 to 1. */
  is(rate: number): boolean {
    return this.next() < rate;
  }

  /** Returns a whole number of `[low, high)`; `low` if the range is empty. */
  within(low: number, high: number): number {
    return high <= low ? low : low + Math.floor(this.next() * (high - low));
  }

  /** Returns one of the items. Throws for an empty list. */
  pick<A>(items: ReadonlyArray<A>): A {
    const item = items[this.within(0, items.length)];
    if (item === undefined) throw new Error("Cannot draw from nothing");
    return item;
  }

  /** Returns some bytes. */
  bytes(length: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from({ length }, () => this.within(0, 256));
  }

  /** Returns text of characters from a set. */
  text(length: number, characters: string): string {
    return Array.from({ length }, () => characters[this.within(0, characters.length)]).join("");
  }
}
