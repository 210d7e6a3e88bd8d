/**
 * A bounded cache of computed values.
 *
 * @module
 */

/** Returns the value of a key, computed on first use and dropped when the cache is full. */
export type KeepSome<K, V> = (key: K, make: () => V) => V;

/** Makes a cache of at most `countMax` values; the oldest is dropped first. */
export function keepSome<K, V extends object>(countMax: number): KeepSome<K, V> {
  const kept = new Map<K, V>();
  return (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    const [oldest] = kept.keys();
    if (kept.size >= countMax && oldest !== undefined) kept.delete(oldest);
    kept.set(key, made);
    return made;
  };
}
