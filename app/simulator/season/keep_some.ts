/**
 * A bounded cache of computed values.
 *
 * @module
 */
import { BoundedMap } from "../../../core/bounded_map.ts";

/** Returns the value of a key, computed on first use and dropped when the cache is full. */
export type KeepSome<K, V> = (key: K, make: () => V) => V;

/** Makes a cache of at most `countMax` values; the oldest is dropped first. */
export function keepSome<K, V extends object>(countMax: number): KeepSome<K, V> {
  const kept = new BoundedMap<K, V>(countMax);
  return (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    kept.set(key, made);
    return made;
  };
}
