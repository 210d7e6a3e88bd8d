/**
 * Parses the test runner's output: how many tests there were, which failed, and which took longest.
 *
 * @module
 */

/** Counts of tests; a file is not a test. */
export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The file of each failed test and what was printed about it, its verdict last. */
  readonly failures: ReadonlyArray<string>;
  /** The names of tests that were skipped, which say why. */
  readonly skips: ReadonlyArray<string>;
  /** The last lines of all: what a runner says that broke off before it counted. */
  readonly ending: string;
  /** Milliseconds by the name of each test that ran. */
  readonly msByName: ReadonlyMap<string, number>;
}

const SLOWEST_COUNT = 5;
const SLOW_MS = 1_000;

/** Of what was printed before a test failed, so that a talkative one hides none of the others. */
const FAILURE_LINES_MAX = 40;

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
    failures: readFailures(text),
    skips: [...text.matchAll(/^\(skip\) (.+)$/gm)].map(([, name = ""]) => name),
    ending: text.split("\n").slice(-FAILURE_LINES_MAX).join("\n"),
    // Failed tests are listed once more at the end.
    msByName: new Map(
      [...text.matchAll(/^\((?:pass|fail)\) (.+) \[([\d.]+)ms\]$/gm)]
        .map(([, name = "", ms]) => [name, Number(ms)]),
    ),
  };
}

/** The failures of a run, in their order, without its own list of them at the end. */
function readFailures(text: string): ReadonlyArray<string> {
  const failures: Array<string> = [];
  let file = "";
  let lines: Array<string> = [];
  for (const line of text.split("\n")) {
    if (/^\d+ tests? failed:$/.test(line)) break;
    if (/^\S+_test\.ts:$/.test(line)) {
      file = line;
      lines = [];
      continue;
    }
    lines.push(line);
    if (line.startsWith("(fail) ")) {
      failures.push([file, ...lines.slice(-FAILURE_LINES_MAX)].join("\n"));
    }
    if (/^\((?:pass|fail|skip|todo)\) /.test(line)) lines = [];
  }
  return failures;
}

/** The summary of several runs. */
export function joinSummaries(summaries: ReadonlyArray<TestSummary>): TestSummary {
  const sum = (count: "passed" | "failed" | "skipped") =>
    summaries.reduce((total, summary) => total + summary[count], 0);
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    failures: summaries.flatMap(({ failures }) => failures),
    skips: [...new Set(summaries.flatMap(({ skips }) => skips))],
    ending: summaries.map(({ ending }) => ending).join("\n"),
    msByName: new Map(summaries.flatMap(({ msByName }) => [...msByName])),
  };
}

/** The slowest tests with their seconds, the slowest first; empty if none took a second. */
export function slowestText({ msByName }: TestSummary): string {
  return [...msByName]
    .filter(([, ms]) => ms >= SLOW_MS)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SLOWEST_COUNT)
    .map(([name, ms]) => `${(ms / 1000).toFixed(1)} s ${name}`)
    .join("; ");
}
