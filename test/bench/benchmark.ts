/**
 * The types of a benchmark and its findings.
 *
 * @module
 */
import { type Spread, spreadOf } from "./spread.ts";

/** One measured quantity over several rounds, and its reference. */
export interface Finding {
  /** The benchmark it belongs to. */
  readonly name: string;
  readonly what: string;
  readonly unit: string;
  readonly value: Spread;
  readonly reference?: { readonly what: string; readonly value: Spread };
  /**
   * Value divided by reference, round by round: both sides of one round ran on the same machine.
   */
  readonly ratio?: Spread;
}

/** A benchmark by its name on the command line. */
export interface Benchmark {
  readonly name: string;
  readonly about: string;
  readonly run: () => Promise<ReadonlyArray<Finding>>;
}

/** The measurements: one value per round. */
export interface Rounds {
  readonly what: string;
  readonly values: ReadonlyArray<number>;
}

/** Compares a measurement with its reference, over the same rounds. */
export function compare(
  name: string,
  { unit, ours, reference }: {
    readonly unit: string;
    readonly ours: Rounds;
    readonly reference: Rounds;
  },
): Finding {
  const ratios = ours.values.map((value, round) => value / (reference.values[round] ?? NaN));
  return {
    name,
    what: ours.what,
    unit,
    value: spreadOf(ours.values),
    reference: { what: reference.what, value: spreadOf(reference.values) },
    ratio: spreadOf(ratios),
  };
}
