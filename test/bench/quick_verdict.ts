/**
 * Which ratios of a quick run are worse than those noted in the repository.
 *
 * @module
 */
import type { Finding } from "./benchmark.ts";
import { titleOf } from "./report.ts";
import { numberText } from "./spread.ts";

/**
 * How many times worse than the worst noted round the best of a quick run must be. The caches of
 * another processor shift a ratio by a tenth or two; the loss of a fast path does by a multiple.
 */
export const MARGIN = 1.5;

/** A ratio that no round of a quick run explains by chance. */
export interface WorseRatio {
  /** The benchmark it belongs to. */
  readonly name: string;
  readonly title: string;
  readonly bestNow: number;
  readonly worstNoted: number;
}

/** Returns the ratios whose best round is beyond the worst noted one by more than the margin. */
export function worseThanNoted(
  findings: ReadonlyArray<Finding>,
  noted: ReadonlyArray<Finding>,
): ReadonlyArray<WorseRatio> {
  const known = new Map(noted.map((finding) => [titleOf(finding), finding]));
  return findings.flatMap((finding) => {
    const now = finding.ratio;
    const before = known.get(titleOf(finding))?.ratio;
    if (now === undefined || before === undefined || finding.better === "neither") return [];
    const isHigherBetter = finding.better === "higher";
    const bestNow = isHigherBetter ? now.max : now.min;
    const worstNoted = isHigherBetter ? before.min : before.max;
    const isWorse = isHigherBetter ? bestNow * MARGIN < worstNoted : bestNow > worstNoted * MARGIN;
    return isWorse ? [{ name: finding.name, title: titleOf(finding), bestNow, worstNoted }] : [];
  });
}

/** Returns the titles of noted ratios that a run of these benchmarks no longer measures. */
export function lostRatios(
  findings: ReadonlyArray<Finding>,
  noted: ReadonlyArray<Finding>,
): ReadonlyArray<string> {
  const titles = new Set(findings.map(titleOf));
  return judged(noted).filter((title) => !titles.has(title));
}

/** Returns the titles of measured ratios that nothing is noted of. */
export function newRatios(
  findings: ReadonlyArray<Finding>,
  noted: ReadonlyArray<Finding>,
): ReadonlyArray<string> {
  return lostRatios(noted, findings);
}

function judged(findings: ReadonlyArray<Finding>): ReadonlyArray<string> {
  return findings
    .filter(({ ratio, better }) => ratio !== undefined && better !== "neither")
    .map(titleOf);
}

/** The worse ratio in a line. */
export function worseText({ title, bestNow, worstNoted }: WorseRatio): string {
  return `${title}: its best ratio is ${numberText(bestNow)}, ` +
    `the worst noted one ${numberText(worstNoted)}`;
}
