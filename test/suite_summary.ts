/**
 * Parses the test runner's output: how many tests there were, and which took longest.
 *
 * @module
 */

/** Counts of tests; a file is not a test. */
export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Milliseconds by the name of each test that ran. */
  readonly msByName: ReadonlyMap<string, number>;
}

const SLOWEST_COUNT = 5;

/** Reads all that a run has written, and the code it ended with. */
export function readSummary(text: string, exitCode: number): TestSummary {
  const count = (word: string) =>
    Number(new RegExp(`^ *(\\d+) ${word}$`, "m").exec(text)?.[1] ?? 0);
  const failed = count("fail") + count("error") + count("errors");
  return {
    passed: count("pass"),
    // A runner that broke off before it counted has failed, whatever it printed.
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: count("skip"),
    // Failed tests are listed once more at the end.
    msByName: new Map(
      [...text.matchAll(/^\((?:pass|fail)\) (.+) \[([\d.]+)ms\]$/gm)]
        .map(([, name = "", ms]) => [name, Number(ms)]),
    ),
  };
}

/** The summary of several runs. */
export function joinSummaries(summaries: ReadonlyArray<TestSummary>): TestSummary {
  const sum = (count: "passed" | "failed" | "skipped") =>
    summaries.reduce((total, summary) => total + summary[count], 0);
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    msByName: new Map(summaries.flatMap(({ msByName }) => [...msByName])),
  };
}

/** The five slowest tests with their seconds, the slowest first. */
export function slowestText({ msByName }: TestSummary): string {
  return [...msByName]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SLOWEST_COUNT)
    .map(([name, ms]) => `${(ms / 1000).toFixed(1)} s ${name}`)
    .join("; ");
}
