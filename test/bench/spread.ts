/**
 * The minimum, the median and the maximum of several rounds.
 *
 * @module
 */

/** The values of several rounds. Compare the median: a busy machine moves the others. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** Returns the spread of at least one value. */
export function spreadOf(values: ReadonlyArray<number>): Spread {
  const sorted = Float64Array.from(values).sort();
  return {
    min: sorted[0] ?? NaN,
    median: percentileOf(sorted, 50),
    max: sorted[sorted.length - 1] ?? NaN,
  };
}

/** Returns the value that this percentage of the sorted values does not exceed. */
export function percentileOf(sorted: Float64Array, percent: number): number {
  const rank = Math.ceil(sorted.length * percent / 100);
  return sorted[Math.max(0, rank - 1)] ?? NaN;
}

/** The spread as text, `min/median/max`. */
export function spreadText({ min, median, max }: Spread): string {
  return [min, median, max].map(numberText).join("/");
}

/** A number as text. A machine repeats no more than three significant digits. */
export function numberText(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
