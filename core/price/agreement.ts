/**
 * Whether two sources name the same price, when one of them may have rounded it.
 *
 * @module
 */

/**
 * Four units in the last place of a double. A price that was printed with 16 digits lies up to 2.3
 * of them from the exact one, and turning it into a double adds half of one.
 */
const TOLERANCE_SHIFT = 50n;

/** Whether two prices are equal as far as a double of 16 digits can tell. The order is free. */
export function agree(aE18: bigint, bE18: bigint): boolean {
  const [low, high] = aE18 < bE18 ? [aE18, bE18] : [bE18, aE18];
  return (high - low) << TOLERANCE_SHIFT <= high;
}
