/**
 * Remembers the last things that were made.
 *
 * @module
 */

/** Values by key, each made when it is asked for and forgotten when too many others were. */
export type KeepSome<K, V> = (key: K, make: () => V) => V;

/** Keeps at most `countMax` values, and forgets the one that was made first. */
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
