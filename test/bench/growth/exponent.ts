/**
 * The exponent by which a cost grows with the size of the work.
 *
 * @module
 */

/** A size of the work, and what it cost. Both are positive. */
export interface Cost {
  readonly size: number;
  readonly cost: number;
}

/**
 * Returns the exponent `k` of the power law `cost ~ size^k` that fits best: the slope of the
 * logarithms by least squares. 0: the size does not matter; 1: twice the work costs twice as much.
 */
export function exponentOf(costs: ReadonlyArray<Cost>): number {
  const points = costs.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }));
  const meanX = meanOf(points.map(({ x }) => x));
  const meanY = meanOf(points.map(({ y }) => y));
  const covariance = meanOf(points.map(({ x, y }) => (x - meanX) * (y - meanY)));
  return covariance / meanOf(points.map(({ x }) => (x - meanX) ** 2));
}

function meanOf(values: ReadonlyArray<number>): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
