/**
 * The slope of a series that a few wild readings do not move.
 *
 * @module
 */

/** One reading of a series. */
export interface Point {
  readonly atMs: number;
  readonly value: number;
}

/**
 * Returns the median slope of all pairs of points, per minute (Theil and Sen), or undefined for
 * fewer than two points. Points without a value do not count. Up to 29 % of wild points leave it.
 */
export function slopePerMin(points: ReadonlyArray<Point>): number | undefined {
  const known = points.filter(({ value }) => !Number.isNaN(value));
  const slopes = known.flatMap((from, at) =>
    known.slice(at + 1).flatMap((to) =>
      to.atMs === from.atMs ? [] : [(to.value - from.value) / (to.atMs - from.atMs)]
    )
  );
  return slopes.length === 0 ? undefined : median(slopes) * 60_000;
}

/** The middle of some numbers, of which there must be at least one. */
export function median(values: ReadonlyArray<number>): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? NaN) + upper) / 2;
}
