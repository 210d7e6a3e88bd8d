/**
 * The known name that a mistyped one was probably meant to be.
 *
 * @module
 */

/** Longer input is not compared: the cost grows with the product of the lengths. */
const COMPARED_CHARS_MAX = 96;

/**
 * The known name with the smallest edit distance, in any case, or undefined if every name is
 * further away than a third of its length (two edits at least).
 */
export function nearestName(input: string, known: Iterable<string>): string | undefined {
  if (input.length > COMPARED_CHARS_MAX) return undefined;
  let nearest: string | undefined;
  let smallest = Infinity;
  for (const name of known) {
    const allowed = Math.min(Math.max(2, Math.floor(name.length / 3)), smallest - 1);
    // No fewer edits than the lengths differ by: most names need no comparison.
    if (Math.abs(name.length - input.length) > allowed) continue;
    const distance = editDistance(input.toLowerCase(), name.toLowerCase());
    if (distance <= allowed && distance < name.length) {
      nearest = name;
      smallest = distance;
    }
  }
  return nearest;
}

/**
 * How many characters must be inserted, removed, replaced or swapped with their neighbour to turn
 * one text into the other (optimal string alignment).
 */
export function editDistance(left: string, right: string): number {
  let beforeLast: ReadonlyArray<number> = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}
