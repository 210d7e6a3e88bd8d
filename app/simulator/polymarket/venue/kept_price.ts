/**
 * A cache of prices that are requested repeatedly and slow to compute.
 *
 * @module
 */

/** Returns the cached price of a key, or the result of `find`. */
export type KeptPrices = (key: string, find: () => bigint) => bigint;

const PRICES_KEPT = 8_192;

/** Makes an empty cache. A key must always have the same price. */
export function makeKeptPrices(): KeptPrices {
  const kept = new Map<string, bigint>();
  return (key, find) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const found = find();
    if (kept.size >= PRICES_KEPT) kept.clear();
    kept.set(key, found);
    return found;
  };
}
