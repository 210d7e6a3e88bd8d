/**
 * A seeded random generator: the same seed makes the same world.
 *
 * @module
 */

/** One sequence of draws: 32-bit xorshift. */
export class Chance {
  #state: number;

  /** `seed`: any whole number. */
  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) | 1;
    for (let round = 0; round < 8; round += 1) this.#next();
  }

  /** Returns true with this probability, from 0 to 1. */
  is(rate: number): boolean {
    return this.#next() / 2 ** 32 < rate;
  }

  /** Returns a whole number of `[low, high)`; `low` if the range is empty. */
  within(low: number, high: number): number {
    return high <= low ? low : low + Math.floor(this.#next() / 2 ** 32 * (high - low));
  }

  /** Returns one of the items. Throws for an empty list. */
  pick<A>(items: ReadonlyArray<A>): A {
    const item = items[this.within(0, items.length)];
    if (item === undefined) throw new Error("Cannot draw from nothing");
    return item;
  }

  #next(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return x >>> 0;
  }
}
