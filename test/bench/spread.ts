/**
 * The least, the middle and the greatest of several rounds.
 *
 * @module
 */

/** What several rounds gave. The median is what to compare: a busy machine moves the others. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** The spread of at least one value. */
export function spreadOf(values: ReadonlyArray<number>): Spread {
  const sorted = Float64Array.from(values).sort();
  return {
    min: sorted[0] ?? NaN,
    median: percentileOf(sorted, 50),
    max: sorted[sorted.length - 1] ?? NaN,
  };
}

/** The value that so many percent of the sorted values do not exceed. */
export function percentileOf(sorted: Float64Array, percent: number): number {
  const rank = Math.ceil(sorted.length * percent / 100);
  return sorted[Math.max(0, rank - 1)] ?? NaN;
}
