/**
 * Finds a place in a list that is in order.
 *
 * @module
 */

/** How many items, which are in ascending order of their value, lie below a bound. By halving. */
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
