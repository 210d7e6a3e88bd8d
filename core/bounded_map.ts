/**
 * A map of bounded size, which drops its oldest entry.
 *
 * @module
 */

/** Keeps at most `sizeMax` entries, in the order in which their keys were set. */
export class BoundedMap<K, V> {
  /** A Map iterates in order of insertion, so its first key is its oldest. */
  readonly #entries = new Map<K, V>();
  readonly #sizeMax: number;
  /**
   * Stands before the oldest key. A new iterator passes every entry that was deleted and not yet
   * cleared away: in a full map of 10,000, a drop then takes 14 us instead of 0.2.
   */
  #oldest: Iterator<K> | undefined;
  /** Entries deleted since the iterator moved. One that never moves keeps old tables alive. */
  #deletedMeanwhile = 0;

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  has(key: K): boolean {
    return this.#entries.has(key);
  }

  /** Sets a value. A key that is there keeps its age; a new one drops the oldest of a full map. */
  set(key: K, value: V): void {
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#sizeMax) return;
    this.#oldest ??= this.#entries.keys();
    const oldest = this.#oldest.next();
    if (oldest.done !== true) this.delete(oldest.value);
    this.#deletedMeanwhile = 0;
  }

  /** The same, but a key that is there becomes the newest. */
  setNewest(key: K, value: V): void {
    this.delete(key);
    this.set(key, value);
  }

  delete(key: K): boolean {
    const wasThere = this.#entries.delete(key);
    if (wasThere) this.#deletedMeanwhile += 1;
    if (this.#deletedMeanwhile > this.#sizeMax) this.#oldest = undefined;
    return wasThere;
  }

  clear(): void {
    this.#entries.clear();
    this.#oldest = undefined;
  }

  /** Returns the values, the oldest first. */
  values(): MapIterator<V> {
    return this.#entries.values();
  }

  /** Iterates over the entries, the oldest first. */
  [Symbol.iterator](): IterableIterator<[K, V]> {
    return this.#entries[Symbol.iterator]();
  }
}
