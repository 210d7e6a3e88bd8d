/**
 * Compares prices of two sources when one of them may be rounded.
 *
 * @module
 */

/**
 * Four units in the last place (ulp) of a double. A price printed with 16 digits differs from the
 * exact one by up to 2.3 ulp, and converting it to a double adds half an ulp.
 */
const TOLERANCE_SHIFT = 50n;

/** Returns whether two prices are equal within the precision of a 16-digit double. Symmetric. */
export function agree(aE18: bigint, bE18: bigint): boolean {
  const [low, high] = aE18 < bE18 ? [aE18, bE18] : [bE18, aE18];
  return (high - low) << TOLERANCE_SHIFT <= high;
}
