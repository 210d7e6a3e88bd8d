/**
 * A bounded cache of computed values.
 *
 * @module
 */
import { BoundedMap } from "../../../core/bounded_map.ts";

/** Returns the cached value of a key, or computes and caches it. */
export type Cache<Key, Value> = (key: Key, compute: () => Value) => Value;

/** Makes a cache of at most `sizeMax` values; the oldest is dropped first. */
export function makeCache<Key, Value>(sizeMax: number): Cache<Key, Value> {
  const values = new BoundedMap<Key, { readonly value: Value }>(sizeMax);
  return (key, compute) => {
    const cached = values.get(key);
    if (cached !== undefined) return cached.value;
    const value = compute();
    values.set(key, { value });
    return value;
  };
}
