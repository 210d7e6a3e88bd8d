/**
 * Binary search in an ordered list.
 *
 * @module
 */

/** Returns the number of items below a bound, by binary search; items are in ascending order. */
export function countBelow<Item>(
  items: ReadonlyArray<Item>,
  bound: number,
  valueOf: (item: Item) => number,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && valueOf(item) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
