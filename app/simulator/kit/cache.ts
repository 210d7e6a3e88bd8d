/**
 * A bounded cache of computed values.
 *
 * @module
 */

/** Returns the cached value of a key, or computes and caches it. */
export type Cache<Key, Value> = (key: Key, compute: () => Value) => Value;

/** Makes a cache of at most `sizeMax` values; the oldest is dropped first. */
export function makeCache<Key, Value>(sizeMax: number): Cache<Key, Value> {
  const values = new Map<Key, { readonly value: Value }>();
  return (key, compute) => {
    const cached = values.get(key);
    if (cached !== undefined) return cached.value;
    const value = compute();
    const [oldest] = values.keys();
    if (values.size >= sizeMax && oldest !== undefined) values.delete(oldest);
    values.set(key, { value });
    return value;
  };
}
