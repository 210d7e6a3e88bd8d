/**
 * What was scored in each period.
 *
 * @module
 */

/**
 * So many parts as there are periods so far, which add up to the total. The season knows nothing
 * but totals, so they are as even as whole numbers can be.
 */
export function periodScores(total: number, periods: number): ReadonlyArray<number> {
  return Array.from(
    { length: periods },
    (_, at) => Math.floor(total * (at + 1) / periods) - Math.floor(total * at / periods),
  );
}
