/**
 * What a path costs at several sizes of its work, as findings.
 *
 * @module
 */
import { type Aim, compare, type Finding } from "../benchmark.ts";
import type { Effort } from "../effort.ts";
import { spreadOf } from "../spread.ts";
import { exponentOf } from "./exponent.ts";

/** The costs at one size, a value per round. */
export interface SizeCosts {
  readonly size: number;
  readonly values: ReadonlyArray<number>;
}

/** One path. */
export interface PathCosts {
  readonly what: string;
  /** What the sizes count, such as "games". */
  readonly sized: string;
  readonly unit: string;
  /** From the smallest size to the largest, all over the same rounds. */
  readonly sizes: ReadonlyArray<SizeCosts>;
  /** Of the largest size compared with the smallest. */
  readonly aim?: Aim;
}

/** Measures paths. */
export type MeasurePaths = (effort: Effort) => Promise<ReadonlyArray<PathCosts>>;

/** What follows the path in the name of its exponent. */
export const EXPONENT = ": exponent";

/** The exponent of a path, and each larger size compared with the smallest. */
export function findingsOf(
  name: string,
  { what, sized, unit, sizes, aim }: PathCosts,
): ReadonlyArray<Finding> {
  const [smallest, ...larger] = sizes;
  if (smallest === undefined) return [];
  const label = ({ size }: SizeCosts) => `${size.toLocaleString("en")} ${sized}`;
  const exponents = smallest.values.map((_, round) =>
    exponentOf(sizes.map(({ size, values }) => ({ size, cost: values[round] ?? NaN })))
  );
  const exponent: Finding = {
    name,
    what: `${what}${EXPONENT}`,
    unit: "",
    better: "lower",
    value: spreadOf(exponents),
  };
  const compared = larger.map((sizeCosts, at) =>
    compare(name, {
      unit,
      ours: { what: `${what}, ${label(sizeCosts)}`, values: sizeCosts.values },
      reference: { what: label(smallest), values: smallest.values },
      ...(aim === undefined || at < larger.length - 1 ? {} : { aim }),
    })
  );
  return [exponent, ...compared];
}
