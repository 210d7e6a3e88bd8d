/**
 * Keeps prices that are asked for again and again, and each take a while to find.
 *
 * @module
 */

/** Gives the price of a key: the one that was kept, or else what `find` finds. */
export type KeptPrices = (key: string, find: () => bigint) => bigint;

const PRICES_KEPT = 8_192;

/** Nothing is kept yet. A key must always stand for the same price. */
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
