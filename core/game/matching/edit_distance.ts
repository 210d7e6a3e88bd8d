/**
 * The similarity of two texts.
 *
 * @module
 */

/** Returns the minimum number of inserted, deleted and replaced letters between two texts. */
export function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + Number(one[row - 1] !== other[column - 1]);
      current.push(
        Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1),
      );
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
