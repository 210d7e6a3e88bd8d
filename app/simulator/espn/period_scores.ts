/**
 * The points of each period.
 *
 * @module
 */

/**
 * Returns one number per period so far; they add up to the total. The season holds only totals, so
 * the numbers are as even as whole numbers allow.
 */
export function periodScores(total: number, periods: number): ReadonlyArray<number> {
  return Array.from(
    { length: periods },
    (_, at) => Math.floor(total * (at + 1) / periods) - Math.floor(total * at / periods),
  );
}
