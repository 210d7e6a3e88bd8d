/**
 * A benchmark, and what it finds: a path of the service beside a reference of the same run.
 *
 * @module
 */

/**
 * The minimum and the maximum over the rounds, and between them their median, or what holds of all
 * of them together. A busy machine moves the outer two.
 */
export type Spread = readonly [min: number, median: number, max: number];

/**
 * What the median is to be at worst: as a ratio, or as what it may be beyond the reference, or by
 * itself, in the unit of the finding.
 */
export type Aim =
  | { readonly ratio: number }
  | { readonly beyond: number }
  | { readonly value: number };

/** One measured quantity. */
export interface Finding {
  /** The benchmark it belongs to. */
  readonly name: string;
  readonly what: string;
  readonly unit: string;
  /** Which values and ratios are better. */
  readonly better: "lower" | "higher";
  readonly value: Spread;
  readonly reference: { readonly what: string; readonly value: Spread };
  /** Value divided by reference, round by round: both ran on the same machine. */
  readonly ratio: Spread;
  readonly aim?: Aim;
}

/** A benchmark by its name on the command line. */
export interface Benchmark {
  readonly name: string;
  readonly about: string;
  /** Whether it is one of those that a quick run takes without being asked by name. */
  readonly isInQuickRun?: true;
  readonly run: (effort: Effort) => Promise<ReadonlyArray<Finding>>;
}

/** How long to measure: for figures to publish, or for an answer within a minute. */
export interface Effort {
  readonly isQuick: boolean;
}

/** The measurements: one value per round. */
export interface Rounds {
  readonly what: string;
  readonly values: ReadonlyArray<number>;
  /** The value of all rounds together. Default: the median of theirs. */
  readonly together?: number;
}

/** Compares a measurement with its reference, over the same rounds. */
export function compare(
  name: string,
  { unit, better = "lower", aim, ours, reference }: {
    readonly unit: string;
    readonly better?: Finding["better"];
    readonly aim?: Aim | undefined;
    readonly ours: Rounds;
    readonly reference: Rounds;
  },
): Finding {
  const ratios = ours.values.map((value, round) => value / (reference.values[round] ?? NaN));
  const [value, other] = [spreadOf(ours), spreadOf(reference)];
  const [min, median, max] = spreadOf({ values: ratios });
  const ratio = ours.together === undefined ? median : value[1] / other[1];
  return {
    name,
    what: ours.what,
    unit,
    better,
    value,
    reference: { what: reference.what, value: other },
    ratio: [min, ratio, max],
    ...(aim === undefined ? {} : { aim }),
  };
}

/**
 * Returns a percentile of the samples of each round, and of those of all: a round alone is too
 * short for the slowest hundredth.
 */
export function percentilesOf(
  rounds: ReadonlyArray<ReadonlyArray<number>>,
  percent: number,
): Pick<Rounds, "values" | "together"> {
  return {
    values: rounds.map((samples) => percentileOf(samples, percent)),
    together: percentileOf(rounds.flat(), percent),
  };
}

/** Returns the value that this percentage of the values does not exceed. */
export function percentileOf(values: ArrayLike<number>, percent: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * percent / 100) - 1)] ?? NaN;
}

function spreadOf(
  { values, together = percentileOf(values, 50) }: Pick<Rounds, "values" | "together">,
): Spread {
  return [Math.min(...values), together, Math.max(...values)];
}
