/**
 * Whether a finding is what it is meant to be.
 *
 * @module
 */
import type { Finding } from "./benchmark.ts";
import { numberText } from "./spread.ts";

/** Whether the median meets the aim; undefined if the finding has none. */
export function isAimMet({ aim, better, value, ratio }: Finding): boolean | undefined {
  if (aim === undefined) return undefined;
  const [median, bound] = "ratio" in aim ? [ratio?.median ?? NaN, aim.ratio] : [
    value.median,
    aim.value,
  ];
  return better === "higher" ? median >= bound : median <= bound;
}

/** The aim and whether it is met; empty if the finding has none. */
export function aimText(finding: Finding): string {
  const { aim, better, unit } = finding;
  if (aim === undefined) return "";
  const bound = "ratio" in aim
    ? `ratio ${numberText(aim.ratio)}`
    : `${numberText(aim.value)} ${unit}`;
  const side = better === "higher" ? "at least" : "at most";
  return `${side} ${bound}: ${isAimMet(finding) ? "met" : "missed"}`;
}
