/**
 * What moved between two runs, beyond what either of them spreads.
 *
 * @module
 */
import type { Finding } from "./benchmark.ts";
import { type Report, titleOf } from "./report.ts";
import { numberText, type Spread, spreadText } from "./spread.ts";
import { alignedText } from "./table.ts";

/** A quantity whose rounds are all below, or all above, those of an earlier run. */
export interface Movement {
  readonly title: string;
  /** `ratio`, or the unit of a finding without a reference. */
  readonly unit: string;
  readonly before: Spread;
  readonly now: Spread;
  readonly verdict: "better" | "worse" | "moved";
}

/** What differs between two reports. */
export interface Comparison {
  readonly compared: number;
  readonly moved: ReadonlyArray<Movement>;
  /** Titles of findings that only one of them has. */
  readonly onlyBefore: ReadonlyArray<string>;
  readonly onlyNow: ReadonlyArray<string>;
}

/** Compares the ratio of each finding, or its value where there is no reference. */
export function compareReports(before: Report, now: Report): Comparison {
  const known = new Map(before.findings.map((finding) => [titleOf(finding), finding]));
  const titles = new Set(now.findings.map(titleOf));
  const pairs = now.findings.flatMap((finding) => {
    const earlier = known.get(titleOf(finding));
    return earlier === undefined ? [] : [[earlier, finding] as const];
  });
  return {
    compared: pairs.length,
    moved: pairs.flatMap(([earlier, finding]) => movementOf(earlier, finding) ?? []),
    onlyBefore: [...known.keys()].filter((title) => !titles.has(title)),
    onlyNow: [...titles].filter((title) => !known.has(title)),
  };
}

function movementOf(earlier: Finding, finding: Finding): Movement | undefined {
  const hasRatio = earlier.ratio !== undefined && finding.ratio !== undefined;
  const before = hasRatio ? earlier.ratio : earlier.value;
  const now = hasRatio ? finding.ratio : finding.value;
  const isLower = now.max < before.min;
  const isHigher = now.min > before.max;
  if (!isLower && !isHigher) return undefined;
  const { better } = finding;
  const isBetter = better === "lower" ? isLower : isHigher;
  return {
    title: titleOf(finding),
    unit: hasRatio ? "ratio" : finding.unit,
    before,
    now,
    verdict: better === "neither" ? "moved" : isBetter ? "better" : "worse",
  };
}

/** The comparison as lines to read. */
export function comparisonText({ compared, moved, onlyBefore, onlyNow }: Comparison): string {
  const rows = moved.map(({ title, unit, before, now, verdict }) => [
    `${verdict}${hasSpread(before) || hasSpread(now) ? "" : ", no spread"}`,
    title,
    `${spreadText(before)} -> ${spreadText(now)}`,
    unit,
    `times ${numberText(now.median / before.median)}`,
  ]);
  return [
    `${moved.length} of ${compared} findings moved beyond the spread of their rounds`,
    ...rows.length === 0 ? [] : [alignedText(rows)],
    ...onlyBefore.map((title) => `only before: ${title}`),
    ...onlyNow.map((title) => `only now: ${title}`),
  ].join("\n");
}

/** What is measured once has none, so that any other value lies beyond it. */
function hasSpread({ min, max }: Spread): boolean {
  return min < max;
}
