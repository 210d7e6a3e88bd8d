/**
 * Made findings, for tests of what is done with them.
 *
 * @module
 */
import fc from "fast-check";
import { type Aim, type Better, compare, type Finding } from "./benchmark.ts";
import type { Report } from "./report.ts";
import { spreadOf } from "./spread.ts";

/** A finding with these ratios, one per round. */
export function findingWith(
  ratios: ReadonlyArray<number>,
  { what = "a path", better = "lower", aim }: {
    readonly what?: string;
    readonly better?: Better;
    readonly aim?: Aim;
  } = {},
): Finding {
  return compare("made", {
    unit: "ms",
    better,
    ...(aim === undefined ? {} : { aim }),
    ours: { what, values: ratios },
    reference: { what: "a bare one", values: ratios.map(() => 1) },
  });
}

/** A finding without a reference. */
export function plainFinding(values: ReadonlyArray<number>, what = "a memory"): Finding {
  return { name: "made", what, unit: "MB", better: "lower", value: spreadOf(values) };
}

/** A report of these findings. */
export function reportOf(findings: ReadonlyArray<Finding>): Report {
  const machine = { bun: "1.4.5", processor: "A processor", processors: 2, loadBefore: 0.5 };
  return { machine, isQuick: false, findings };
}

/** The ratios of several rounds. */
export const anyRatios = fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), {
  minLength: 1,
  maxLength: 9,
});
