/**
 * Several runs as one, whose rounds are those of all.
 *
 * @module
 */
import type { Finding } from "./benchmark.ts";
import { type Report, titleOf } from "./report.ts";
import { type Spread, spreadOf } from "./spread.ts";

/** Joins runs of the same benchmarks. The first says the order, the machine and its load. */
export function joinReports(first: Report, others: ReadonlyArray<Report>): Report {
  const findings = first.findings.map((finding) => {
    const title = titleOf(finding);
    const same = others.flatMap((one) => one.findings.filter((other) => titleOf(other) === title));
    return joinFindings(finding, same);
  });
  return { ...first, findings };
}

function joinFindings(first: Finding, others: ReadonlyArray<Finding>): Finding {
  const all = [first, ...others];
  const { reference, ratio } = first;
  return {
    ...first,
    value: joinSpreads(all.map(({ value }) => value)),
    ...(reference === undefined ? {} : {
      reference: {
        ...reference,
        value: joinSpreads(all.flatMap((one) => one.reference?.value ?? [])),
      },
    }),
    ...(ratio === undefined ? {} : { ratio: joinSpreads(all.flatMap((one) => one.ratio ?? [])) }),
  };
}

/** The median of the medians stands for that of the rounds, which are no longer known. */
function joinSpreads(spreads: ReadonlyArray<Spread>): Spread {
  return {
    min: Math.min(...spreads.map(({ min }) => min)),
    median: spreadOf(spreads.map(({ median }) => median)).median,
    max: Math.max(...spreads.map(({ max }) => max)),
  };
}
