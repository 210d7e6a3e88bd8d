/**
 * Draws from a seed, so that the same seed makes the same world.
 *
 * @module
 */

/** One line of draws: xorshift of 32 bits. */
export class Chance {
  #state: number;

  /** `seed`: any whole number. */
  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) | 1;
    for (let round = 0; round < 8; round += 1) this.#next();
  }

  /** True so often, of 1. */
  is(rate: number): boolean {
    return this.#next() / 2 ** 32 < rate;
  }

  /** A whole number of `[low, high)`; `low` where that is empty. */
  within(low: number, high: number): number {
    return high <= low ? low : low + Math.floor(this.#next() / 2 ** 32 * (high - low));
  }

  /** One of them. Throws where there are none. */
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
