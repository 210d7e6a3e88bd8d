/**
 * The types of a benchmark and its findings.
 *
 * @module
 */
import type { Effort } from "./effort.ts";
import { type Spread, spreadOf } from "./spread.ts";

/**
 * Which values are better. Neither are those that only explain others, such as the processor time
 * of a load generator: nothing that moves them is a fault.
 */
export type Better = "lower" | "higher" | "neither";

/** What the median is to be at worst, given as a ratio or as a value in the unit of the finding. */
export type Aim = { readonly ratio: number } | { readonly value: number };

/** One measured quantity over several rounds, and its reference. */
export interface Finding {
  /** The benchmark it belongs to. */
  readonly name: string;
  readonly what: string;
  readonly unit: string;
  /** Of values and of ratios alike. */
  readonly better: Better;
  readonly value: Spread;
  readonly reference?: { readonly what: string; readonly value: Spread };
  /**
   * Value divided by reference, round by round: both sides of one round ran on the same machine.
   */
  readonly ratio?: Spread;
  readonly aim?: Aim;
}

/** A benchmark by its name on the command line. */
export interface Benchmark {
  readonly name: string;
  readonly about: string;
  /** Whether a quick effort takes it seconds. Others are no part of a quick run. */
  readonly isQuick?: true;
  readonly run: (effort: Effort) => Promise<ReadonlyArray<Finding>>;
}

/** The measurements: one value per round. */
export interface Rounds {
  readonly what: string;
  readonly values: ReadonlyArray<number>;
}

/** Compares a measurement with its reference, over the same rounds. */
export function compare(
  name: string,
  { unit, better = "lower", aim, ours, reference }: {
    readonly unit: string;
    readonly better?: Better;
    readonly aim?: Aim;
    readonly ours: Rounds;
    readonly reference: Rounds;
  },
): Finding {
  const ratios = ours.values.map((value, round) => value / (reference.values[round] ?? NaN));
  return {
    name,
    what: ours.what,
    unit,
    better,
    value: spreadOf(ours.values),
    reference: { what: reference.what, value: spreadOf(reference.values) },
    ratio: spreadOf(ratios),
    ...(aim === undefined ? {} : { aim }),
  };
}
